package diag

import "testing"

// Invisible characters are hidden; letters, signs and joiners are not.
func TestInvisibleCharactersAreReplaced(t *testing.T) {
	for _, r := range []rune{0, 0x1b, 0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2028, 0x202e, 0x2066, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xe0020} {
		if !Hidden(r) || Plain(string(r)) != "�" {
			t.Errorf("%U is shown", r)
		}
	}
	for _, r := range "a ä 中 ᄀ 가 ⠁ “” – … \u200c\u200d\u0301" {
		if Hidden(r) || Plain(string(r)) != string(r) {
			t.Errorf("%U is hidden", r)
		}
	}
}
