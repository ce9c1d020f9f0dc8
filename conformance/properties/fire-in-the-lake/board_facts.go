// The tables of this file are the facts of the board - map, set-ups, cards - written from the published game and not
// from the rulebook in data/games. board.go compares the compiled game with them.

package fireinthelake

// spaceFact is a space of the map as printed.
type spaceFact struct {
	id, kind, terrain, country string
	population, econ           int64
	coastal, mekong            bool
	neighbours                 string
}

var mapFacts = []spaceFact{
	{"hue", "city", "none", "south-vietnam", 2, 0, true, false,
		"quang-tri-thua-thien loc-hue-khe-sanh loc-hue-da-nang"},
	{"da-nang", "city", "none", "south-vietnam", 1, 0, true, false,
		"quang-nam quang-tin-quang-ngai loc-hue-da-nang loc-da-nang-dak-to loc-da-nang-qui-nhon"},
	{"kontum", "city", "none", "south-vietnam", 1, 0, false, false,
		"binh-dinh pleiku-darlac phu-bon-phu-yen loc-kontum-dak-to loc-kontum-qui-nhon loc-kontum-ban-me-thuot"},
	{"qui-nhon", "city", "none", "south-vietnam", 1, 0, true, false,
		"binh-dinh phu-bon-phu-yen loc-da-nang-qui-nhon loc-kontum-qui-nhon loc-qui-nhon-cam-ranh"},
	{"cam-ranh", "city", "none", "south-vietnam", 1, 0, true, false,
		"khanh-hoa binh-tuy-binh-thuan loc-qui-nhon-cam-ranh loc-cam-ranh-da-lat loc-saigon-cam-ranh"},
	{"an-loc", "city", "none", "south-vietnam", 1, 0, false, false,
		"the-fishhook phuoc-long tay-ninh loc-saigon-an-loc-ban-me-thuot"},
	{"saigon", "city", "none", "south-vietnam", 6, 0, true, false,
		"quang-duc-long-khanh binh-tuy-binh-thuan tay-ninh kien-phong kien-hoa-vinh-binh loc-saigon-cam-ranh loc-saigon-da-lat loc-saigon-an-loc-ban-me-thuot loc-saigon-can-tho"},
	{"can-tho", "city", "none", "south-vietnam", 1, 0, false, false,
		"kien-phong kien-hoa-vinh-binh ba-xuyen kien-giang-an-xuyen loc-saigon-can-tho loc-can-tho-chau-doc loc-can-tho-bac-lieu loc-can-tho-long-phu"},
	{"north-vietnam", "province", "highland", "north-vietnam", 0, 0, true, false,
		"central-laos quang-tri-thua-thien loc-hue-khe-sanh"},
	{"central-laos", "province", "jungle", "laos", 0, 0, false, false,
		"north-vietnam southern-laos quang-tri-thua-thien quang-nam loc-hue-khe-sanh"},
	{"southern-laos", "province", "jungle", "laos", 0, 0, false, false,
		"central-laos northeast-cambodia quang-nam quang-tin-quang-ngai binh-dinh pleiku-darlac loc-da-nang-dak-to loc-kontum-dak-to"},
	{"northeast-cambodia", "province", "jungle", "cambodia", 0, 0, false, false,
		"southern-laos the-fishhook pleiku-darlac"},
	{"the-fishhook", "province", "jungle", "cambodia", 0, 0, false, false,
		"an-loc northeast-cambodia the-parrots-beak pleiku-darlac phuoc-long quang-duc-long-khanh tay-ninh loc-saigon-an-loc-ban-me-thuot"},
	{"the-parrots-beak", "province", "jungle", "cambodia", 0, 0, false, false,
		"the-fishhook sihanoukville tay-ninh kien-phong kien-giang-an-xuyen loc-can-tho-chau-doc"},
	{"sihanoukville", "province", "jungle", "cambodia", 0, 0, true, false,
		"the-parrots-beak kien-giang-an-xuyen"},
	{"quang-tri-thua-thien", "province", "highland", "south-vietnam", 2, 0, true, false,
		"hue north-vietnam central-laos quang-nam loc-hue-khe-sanh loc-hue-da-nang"},
	{"quang-nam", "province", "highland", "south-vietnam", 1, 0, true, false,
		"da-nang central-laos southern-laos quang-tri-thua-thien quang-tin-quang-ngai loc-hue-da-nang loc-da-nang-dak-to"},
	{"quang-tin-quang-ngai", "province", "lowland", "south-vietnam", 2, 0, true, false,
		"da-nang southern-laos quang-nam binh-dinh loc-da-nang-dak-to loc-da-nang-qui-nhon"},
	{"binh-dinh", "province", "highland", "south-vietnam", 2, 0, true, false,
		"kontum qui-nhon southern-laos quang-tin-quang-ngai pleiku-darlac phu-bon-phu-yen loc-da-nang-dak-to loc-da-nang-qui-nhon loc-kontum-dak-to loc-kontum-qui-nhon"},
	{"pleiku-darlac", "province", "highland", "south-vietnam", 1, 0, false, false,
		"kontum southern-laos northeast-cambodia the-fishhook binh-dinh phu-bon-phu-yen khanh-hoa quang-duc-long-khanh loc-da-nang-dak-to loc-kontum-dak-to loc-kontum-ban-me-thuot loc-ban-me-thuot-da-lat loc-saigon-an-loc-ban-me-thuot"},
	{"phu-bon-phu-yen", "province", "lowland", "south-vietnam", 1, 0, true, false,
		"kontum qui-nhon binh-dinh pleiku-darlac khanh-hoa loc-kontum-qui-nhon loc-kontum-ban-me-thuot loc-qui-nhon-cam-ranh"},
	{"khanh-hoa", "province", "highland", "south-vietnam", 1, 0, true, false,
		"cam-ranh pleiku-darlac phu-bon-phu-yen quang-duc-long-khanh binh-tuy-binh-thuan loc-kontum-ban-me-thuot loc-qui-nhon-cam-ranh loc-cam-ranh-da-lat loc-ban-me-thuot-da-lat loc-saigon-da-lat loc-saigon-an-loc-ban-me-thuot"},
	{"phuoc-long", "province", "jungle", "south-vietnam", 0, 0, false, false,
		"an-loc the-fishhook quang-duc-long-khanh tay-ninh loc-saigon-an-loc-ban-me-thuot"},
	{"quang-duc-long-khanh", "province", "jungle", "south-vietnam", 1, 0, false, false,
		"saigon the-fishhook pleiku-darlac khanh-hoa phuoc-long binh-tuy-binh-thuan tay-ninh loc-kontum-ban-me-thuot loc-cam-ranh-da-lat loc-ban-me-thuot-da-lat loc-saigon-da-lat loc-saigon-an-loc-ban-me-thuot"},
	{"binh-tuy-binh-thuan", "province", "jungle", "south-vietnam", 1, 0, true, false,
		"cam-ranh saigon khanh-hoa quang-duc-long-khanh loc-cam-ranh-da-lat loc-ban-me-thuot-da-lat loc-saigon-cam-ranh loc-saigon-da-lat"},
	{"tay-ninh", "province", "jungle", "south-vietnam", 2, 0, false, false,
		"an-loc saigon the-fishhook the-parrots-beak phuoc-long quang-duc-long-khanh kien-phong loc-saigon-an-loc-ban-me-thuot"},
	{"kien-phong", "province", "lowland", "south-vietnam", 2, 0, false, false,
		"saigon can-tho the-parrots-beak tay-ninh kien-hoa-vinh-binh kien-giang-an-xuyen loc-saigon-can-tho loc-can-tho-chau-doc"},
	{"kien-hoa-vinh-binh", "province", "lowland", "south-vietnam", 2, 0, true, false,
		"saigon can-tho kien-phong ba-xuyen loc-saigon-can-tho loc-can-tho-long-phu"},
	{"ba-xuyen", "province", "lowland", "south-vietnam", 1, 0, true, false,
		"can-tho kien-hoa-vinh-binh kien-giang-an-xuyen loc-can-tho-bac-lieu loc-can-tho-long-phu"},
	{"kien-giang-an-xuyen", "province", "lowland", "south-vietnam", 2, 0, true, false,
		"can-tho the-parrots-beak sihanoukville kien-phong ba-xuyen loc-can-tho-chau-doc loc-can-tho-bac-lieu"},
	{"loc-hue-khe-sanh", "loc", "none", "south-vietnam", 0, 1, true, false,
		"hue north-vietnam central-laos quang-tri-thua-thien"},
	{"loc-hue-da-nang", "loc", "none", "south-vietnam", 0, 1, true, false,
		"hue da-nang quang-tri-thua-thien quang-nam"},
	{"loc-da-nang-dak-to", "loc", "none", "south-vietnam", 0, 0, false, false,
		"da-nang southern-laos quang-nam quang-tin-quang-ngai binh-dinh pleiku-darlac loc-kontum-dak-to"},
	{"loc-da-nang-qui-nhon", "loc", "none", "south-vietnam", 0, 1, true, false,
		"da-nang qui-nhon quang-tin-quang-ngai binh-dinh"},
	{"loc-kontum-dak-to", "loc", "none", "south-vietnam", 0, 1, false, false,
		"kontum southern-laos binh-dinh pleiku-darlac loc-da-nang-dak-to"},
	{"loc-kontum-qui-nhon", "loc", "none", "south-vietnam", 0, 1, false, false,
		"kontum qui-nhon binh-dinh phu-bon-phu-yen"},
	{"loc-kontum-ban-me-thuot", "loc", "none", "south-vietnam", 0, 1, false, false,
		"kontum pleiku-darlac phu-bon-phu-yen khanh-hoa quang-duc-long-khanh loc-ban-me-thuot-da-lat loc-saigon-an-loc-ban-me-thuot"},
	{"loc-qui-nhon-cam-ranh", "loc", "none", "south-vietnam", 0, 1, true, false,
		"qui-nhon cam-ranh phu-bon-phu-yen khanh-hoa"},
	{"loc-cam-ranh-da-lat", "loc", "none", "south-vietnam", 0, 1, false, false,
		"cam-ranh khanh-hoa quang-duc-long-khanh binh-tuy-binh-thuan loc-ban-me-thuot-da-lat loc-saigon-da-lat"},
	{"loc-ban-me-thuot-da-lat", "loc", "none", "south-vietnam", 0, 0, false, false,
		"pleiku-darlac khanh-hoa quang-duc-long-khanh binh-tuy-binh-thuan loc-kontum-ban-me-thuot loc-cam-ranh-da-lat loc-saigon-da-lat loc-saigon-an-loc-ban-me-thuot"},
	{"loc-saigon-cam-ranh", "loc", "none", "south-vietnam", 0, 1, true, false,
		"cam-ranh saigon binh-tuy-binh-thuan"},
	{"loc-saigon-da-lat", "loc", "none", "south-vietnam", 0, 1, false, false,
		"saigon khanh-hoa quang-duc-long-khanh binh-tuy-binh-thuan loc-cam-ranh-da-lat loc-ban-me-thuot-da-lat"},
	{"loc-saigon-an-loc-ban-me-thuot", "loc", "none", "south-vietnam", 0, 1, false, false,
		"an-loc saigon the-fishhook pleiku-darlac khanh-hoa phuoc-long quang-duc-long-khanh tay-ninh loc-kontum-ban-me-thuot loc-ban-me-thuot-da-lat"},
	{"loc-saigon-can-tho", "loc", "none", "south-vietnam", 0, 2, false, true,
		"saigon can-tho kien-phong kien-hoa-vinh-binh"},
	{"loc-can-tho-chau-doc", "loc", "none", "south-vietnam", 0, 1, false, true,
		"can-tho the-parrots-beak kien-phong kien-giang-an-xuyen"},
	{"loc-can-tho-bac-lieu", "loc", "none", "south-vietnam", 0, 0, true, false,
		"can-tho ba-xuyen kien-giang-an-xuyen"},
	{"loc-can-tho-long-phu", "loc", "none", "south-vietnam", 0, 1, true, true,
		"can-tho kien-hoa-vinh-binh ba-xuyen"},
}

// adjacencyFacts are statements about neighbours in the rules, the card clarifications and the tutorial.
var adjacencyFacts = []struct {
	space string
	how   string // adjacent, apart, exactly, includes
	to    string
}{
	{"quang-duc-long-khanh", "adjacent", "loc-cam-ranh-da-lat"},                                                                                           // rules 1.3.6 example (via town Da Lat)
	{"quang-duc-long-khanh", "adjacent", "khanh-hoa"},                                                                                                     // rules 1.3.6 example (across loc-ban-me-thuot-da-lat)
	{"cam-ranh", "adjacent", "loc-cam-ranh-da-lat"},                                                                                                       // rules 3.2.3 example
	{"binh-tuy-binh-thuan", "adjacent", "quang-duc-long-khanh"},                                                                                           // rules 3.2.3 example
	{"loc-saigon-can-tho", "exactly", "saigon can-tho kien-phong kien-hoa-vinh-binh"},                                                                     // rules 4.4.3 example
	{"north-vietnam", "exactly", "central-laos quang-tri-thua-thien loc-hue-khe-sanh"},                                                                    // card-47 clarification
	{"can-tho", "includes", "loc-saigon-can-tho loc-can-tho-chau-doc loc-can-tho-long-phu"},                                                               // card-92 and card-25 clarifications
	{"phu-bon-phu-yen", "exactly", "kontum qui-nhon binh-dinh pleiku-darlac khanh-hoa loc-kontum-qui-nhon loc-kontum-ban-me-thuot loc-qui-nhon-cam-ranh"}, // card-70 clarification (5 spaces plus 3 LoCs)
	{"qui-nhon", "adjacent", "binh-dinh"},                                                                                                                 // tutorial turn 6
	{"saigon", "adjacent", "loc-saigon-an-loc-ban-me-thuot"},                                                                                              // tutorial turn 6
	{"an-loc", "adjacent", "loc-saigon-an-loc-ban-me-thuot"},                                                                                              // tutorial turn 6
	{"pleiku-darlac", "adjacent", "loc-saigon-an-loc-ban-me-thuot"},                                                                                       // tutorial turn 6 (via town Ban Me Thuot)
	{"quang-nam", "adjacent", "quang-tri-thua-thien"},                                                                                                     // tutorial turn 6
	{"central-laos", "adjacent", "quang-tri-thua-thien"},                                                                                                  // tutorial turn 4
	{"loc-hue-da-nang", "apart", "loc-da-nang-qui-nhon"},                                                                                                  // 1.3.6 (they meet at a city
	{"loc-da-nang-dak-to", "adjacent", "loc-kontum-dak-to"},                                                                                               // 1.3.6 (town Dak To)
}

// setupFact is a set-up: tracks and totals by name, boxes and spaces with their pieces.
type setupFact struct {
	id     string
	values map[string]string
	boxes  map[string]string
	spaces []placeFact
}

// placeFact is a space at the start: its pieces, level of support and control.
type placeFact struct{ id, support, control, pieces string }

var setupFacts = []setupFact{
	{
		id: "short",
		values: map[string]string{
			"aid": "15", "patronage": "18", "totalEcon": "15", "trail": "2", "arvnResources": "30", "nvaResources": "15",
			"vcResources": "10", "usVictory": "38", "arvnVictory": "41", "vcVictory": "23", "nvaVictory": "10", "totalSupport": "24",
			"totalOpposition": "18", "coinControlledPopulation": "23", "nvaControlledPopulation": "2", "leader": "youngTurks", "leaderBoxCardCount": "2", "tunnelMarkersLeft": "5",
			"left.terror-sabotage": "15", "rvn-leader": "[card-126, card-125]",
		},
		boxes: map[string]string{
			"available-us":         "us-troops 12, us-base 2",
			"available-irregulars": "us-irregular 3",
			"available-arvn":       "arvn-troops 8, arvn-police 11, arvn-base 2",
			"available-nva":        "nva-troops 28, nva-guerrilla 6, nva-base 1",
			"available-vc":         "vc-guerrilla 16, vc-base 4",
			"out-of-play":          "us-troops 6, arvn-troops 10, arvn-ranger 3",
			"casualties":           "",
		},
		spaces: []placeFact{
			{"hue", "neutral", "coin", "arvn-police 2"},
			{"da-nang", "active-support", "coin", "us-troops 3, arvn-police 1"},
			{"kontum", "active-support", "coin", "us-troops 3, arvn-police 1"},
			{"qui-nhon", "passive-support", "coin", "arvn-police 1"},
			{"cam-ranh", "passive-support", "coin", "arvn-police 1"},
			{"an-loc", "passive-support", "coin", "arvn-police 1"},
			{"saigon", "active-support", "coin", "us-troops 3, us-base 1, arvn-troops 4, arvn-police 2, arvn-ranger.underground 1"},
			{"can-tho", "active-support", "coin", "us-troops 3, us-base 1, arvn-troops 4, arvn-police 2, arvn-ranger.underground 1"},
			{"north-vietnam", "neutral", "nva", "nva-troops 6, nva-guerrilla.underground 1, nva-base 2"},
			{"central-laos", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"southern-laos", "neutral", "nva", "nva-troops 6, nva-guerrilla.underground 1, nva-base 2"},
			{"the-fishhook", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"the-parrots-beak", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"quang-tri-thua-thien", "active-opposition", "nva", "arvn-troops 2, arvn-base 1, nva-guerrilla.underground 4, nva-base 1"},
			{"quang-nam", "neutral", "coin", "arvn-police 1, arvn-ranger.underground 1"},
			{"quang-tin-quang-ngai", "neutral", "coin", "us-troops 2, arvn-police 1"},
			{"binh-dinh", "passive-support", "coin", "us-troops 4, us-base 1, us-irregular.underground 1, arvn-troops 2, arvn-police 1, vc-guerrilla.underground 2, vc-base 1"},
			{"pleiku-darlac", "neutral", "none", "us-troops 1, us-base 1, us-irregular.underground 1, vc-guerrilla.underground 2, vc-base 1"},
			{"khanh-hoa", "neutral", "coin", "us-troops 1, us-irregular.underground 1"},
			{"quang-duc-long-khanh", "active-opposition", "none", "nva-guerrilla.underground 1, vc-guerrilla.underground 2, vc-base 1"},
			{"binh-tuy-binh-thuan", "passive-support", "none", "us-troops 2, arvn-police 1, vc-guerrilla.underground 2, vc-base 1"},
			{"tay-ninh", "active-opposition", "none", "nva-guerrilla.underground 1, vc-guerrilla.underground 2, vc-base.tunneled 1"},
			{"kien-phong", "active-opposition", "none", "vc-guerrilla.underground 2"},
			{"kien-hoa-vinh-binh", "neutral", "coin", "arvn-police 2"},
			{"ba-xuyen", "neutral", "coin", "arvn-police 2"},
			{"kien-giang-an-xuyen", "active-opposition", "none", "vc-guerrilla.underground 2"},
		},
	},
	{
		id: "medium",
		values: map[string]string{
			"aid": "30", "patronage": "15", "totalEcon": "15", "trail": "3", "arvnResources": "30", "nvaResources": "20",
			"vcResources": "15", "usVictory": "37", "arvnVictory": "44", "vcVictory": "23", "nvaVictory": "8", "totalSupport": "32",
			"totalOpposition": "15", "coinControlledPopulation": "29", "nvaControlledPopulation": "0", "leader": "ky", "leaderBoxCardCount": "3", "tunnelMarkersLeft": "5",
			"left.terror-sabotage": "15", "rvn-leader": "[card-127, card-126, card-125]",
		},
		boxes: map[string]string{
			"available-us":         "us-troops 5",
			"available-irregulars": "",
			"available-arvn":       "arvn-police 4, arvn-base 2",
			"available-nva":        "nva-troops 22, nva-guerrilla 2, nva-base 1",
			"available-vc":         "vc-guerrilla 7, vc-base 1",
			"out-of-play":          "us-troops 5, arvn-troops 10, arvn-ranger 3",
			"casualties":           "",
		},
		spaces: []placeFact{
			{"hue", "passive-support", "coin", "us-troops 1, arvn-police 2"},
			{"da-nang", "passive-support", "coin", "us-troops 1, arvn-police 2"},
			{"kontum", "passive-support", "coin", "us-troops 1, us-base 1, us-irregular.underground 1"},
			{"qui-nhon", "passive-support", "coin", "us-troops 1, arvn-police 2"},
			{"cam-ranh", "passive-support", "coin", "us-troops 1, arvn-police 2"},
			{"an-loc", "neutral", "coin", "arvn-troops 1, arvn-police 2"},
			{"saigon", "active-support", "coin", "us-troops 2, us-base 1, arvn-troops 1, arvn-police 4, arvn-ranger.underground 1, vc-guerrilla.underground 1, vc-base 1"},
			{"can-tho", "passive-support", "coin", "us-troops 3, us-irregular.underground 1, arvn-troops 2, arvn-police 1"},
			{"north-vietnam", "neutral", "nva", "nva-troops 9, nva-guerrilla.underground 1, nva-base 1"},
			{"central-laos", "neutral", "nva", "nva-troops 9, nva-guerrilla.underground 1, nva-base 1"},
			{"southern-laos", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"northeast-cambodia", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"the-fishhook", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"the-parrots-beak", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"sihanoukville", "neutral", "nva", "nva-guerrilla.underground 2, nva-base 1"},
			{"quang-tri-thua-thien", "passive-support", "coin", "us-troops 4, us-base 1, us-irregular.underground 1, arvn-troops 3, nva-guerrilla.underground 3, nva-base 1"},
			{"quang-nam", "active-opposition", "none", "vc-guerrilla.underground 2, vc-base 1"},
			{"quang-tin-quang-ngai", "passive-support", "coin", "us-troops 2, us-base 1, arvn-troops 2, arvn-police 1"},
			{"binh-dinh", "active-support", "coin", "us-troops 2, us-irregular.underground 1, arvn-police 1, vc-guerrilla.underground 2, vc-base 1"},
			{"pleiku-darlac", "active-support", "coin", "us-troops 2, us-irregular.underground 1, arvn-police 1, vc-guerrilla.underground 2, vc-base 1"},
			{"phu-bon-phu-yen", "passive-support", "coin", "us-troops 3, arvn-troops 2, arvn-police 2, vc-guerrilla.underground 2"},
			{"khanh-hoa", "active-support", "coin", "us-troops 2, us-irregular.underground 1, arvn-police 1, vc-guerrilla.underground 2, vc-base 1"},
			{"phuoc-long", "neutral", "none", "nva-guerrilla.underground 1, vc-guerrilla.underground 2, vc-base 1"},
			{"quang-duc-long-khanh", "neutral", "coin", "arvn-troops 2, arvn-police 1, vc-guerrilla.underground 1"},
			{"binh-tuy-binh-thuan", "neutral", "coin", "us-troops 2, us-base 1, arvn-troops 3, arvn-police 1, vc-guerrilla.underground 2, vc-base 1"},
			{"tay-ninh", "active-opposition", "coin", "us-troops 3, us-base 1, arvn-troops 2, arvn-ranger.underground 1, nva-guerrilla.underground 2, vc-guerrilla.underground 3, vc-base.tunneled 1"},
			{"kien-phong", "passive-opposition", "none", "arvn-police 1, vc-guerrilla.underground 1"},
			{"kien-hoa-vinh-binh", "passive-opposition", "none", "arvn-police 1, vc-guerrilla.underground 1"},
			{"ba-xuyen", "passive-opposition", "none", "arvn-police 1, vc-guerrilla.underground 1"},
			{"kien-giang-an-xuyen", "active-opposition", "coin", "arvn-troops 2, arvn-ranger.underground 1, arvn-base 1, vc-guerrilla.underground 1"},
		},
	},
	{
		id: "full",
		values: map[string]string{
			"aid": "15", "patronage": "15", "totalEcon": "15", "trail": "1", "arvnResources": "30", "nvaResources": "10",
			"vcResources": "5", "usVictory": "38", "arvnVictory": "35", "vcVictory": "27", "nvaVictory": "4", "totalSupport": "15",
			"totalOpposition": "20", "coinControlledPopulation": "20", "nvaControlledPopulation": "0", "leader": "minh", "leaderBoxCardCount": "0", "tunnelMarkersLeft": "5",
			"left.terror-sabotage": "15", "rvn-leader": "[]",
		},
		boxes: map[string]string{
			"available-us":         "us-troops 21, us-base 2",
			"available-irregulars": "us-irregular 3",
			"available-arvn":       "arvn-troops 8, arvn-police 10, arvn-ranger 2, arvn-base 1",
			"available-nva":        "nva-troops 40, nva-guerrilla 8, nva-base 5",
			"available-vc":         "vc-guerrilla 14, vc-base 2",
			"out-of-play":          "us-troops 10, us-base 2, arvn-troops 10, arvn-ranger 3, arvn-base 2",
			"casualties":           "",
		},
		spaces: []placeFact{
			{"hue", "neutral", "coin", "arvn-troops 2, arvn-police 2"},
			{"da-nang", "neutral", "coin", "us-troops 2, arvn-police 1"},
			{"kontum", "neutral", "coin", "us-troops 2, arvn-police 1"},
			{"qui-nhon", "passive-support", "coin", "arvn-troops 2, arvn-police 2"},
			{"cam-ranh", "passive-support", "coin", "arvn-troops 2, arvn-police 2"},
			{"an-loc", "passive-support", "coin", "arvn-troops 2, arvn-police 2"},
			{"saigon", "passive-support", "coin", "us-troops 2, us-base 1, arvn-troops 2, arvn-police 3"},
			{"can-tho", "passive-support", "coin", "arvn-troops 2, arvn-police 2"},
			{"north-vietnam", "neutral", "nva", "nva-guerrilla.underground 3, nva-base 1"},
			{"central-laos", "neutral", "nva", "nva-guerrilla.underground 3, nva-base 1"},
			{"southern-laos", "neutral", "nva", "nva-guerrilla.underground 3, nva-base 1"},
			{"the-parrots-beak", "neutral", "nva", "nva-guerrilla.underground 3, nva-base 1"},
			{"quang-tri-thua-thien", "neutral", "none", "us-troops 1, us-irregular.underground 1, vc-guerrilla.underground 2, vc-base 1"},
			{"quang-nam", "neutral", "coin", "arvn-police 1, arvn-ranger.underground 1"},
			{"quang-tin-quang-ngai", "active-opposition", "none", "vc-guerrilla.underground 2, vc-base 1"},
			{"binh-dinh", "neutral", "none", "us-troops 1, us-irregular.underground 1, vc-guerrilla.underground 2, vc-base 1"},
			{"pleiku-darlac", "neutral", "none", "us-troops 1, us-base 1, us-irregular.underground 1, vc-guerrilla.underground 2, vc-base 1"},
			{"phu-bon-phu-yen", "passive-support", "coin", "arvn-police 1"},
			{"khanh-hoa", "passive-support", "coin", "arvn-police 1"},
			{"quang-duc-long-khanh", "active-opposition", "none", "vc-guerrilla.underground 2, vc-base 1"},
			{"binh-tuy-binh-thuan", "active-opposition", "none", "vc-guerrilla.underground 2, vc-base 1"},
			{"tay-ninh", "active-opposition", "none", "vc-guerrilla.underground 2, vc-base.tunneled 1"},
			{"kien-phong", "active-opposition", "none", "vc-guerrilla.underground 1"},
			{"kien-hoa-vinh-binh", "passive-support", "coin", "arvn-police 1"},
			{"ba-xuyen", "passive-support", "coin", "arvn-police 1"},
			{"kien-giang-an-xuyen", "active-opposition", "none", "vc-guerrilla.underground 1"},
		},
	},
}

// cardFact is a card: its title, its period (0 for pivotal events and coup cards) and the order of seats on it.
type cardFact struct {
	title  string
	period int64
	order  string
}

// cardFacts holds card-1 to card-130.
var cardFacts = []cardFact{
	{"Gulf of Tonkin", 1964, "us nva arvn vc"},                 // 1
	{"Kissinger", 1968, "us nva arvn vc"},                      // 2
	{"Peace Talks", 1968, "us nva arvn vc"},                    // 3
	{"Top Gun", 1968, "us nva arvn vc"},                        // 4
	{"Wild Weasels", 1965, "us nva arvn vc"},                   // 5
	{"Aces", 1965, "us nva vc arvn"},                           // 6
	{"ADSID", 1965, "us nva vc arvn"},                          // 7
	{"Arc Light", 1965, "us nva vc arvn"},                      // 8
	{"Psychedelic Cookie", 1968, "us nva vc arvn"},             // 9
	{"Rolling Thunder", 1965, "us nva vc arvn"},                // 10
	{"Abrams", 1968, "us arvn nva vc"},                         // 11
	{"Capt Buck Adams", 1968, "us arvn nva vc"},                // 12
	{"Cobras", 1968, "us arvn nva vc"},                         // 13
	{"M-48 Patton", 1965, "us arvn nva vc"},                    // 14
	{"Medevac", 1964, "us arvn nva vc"},                        // 15
	{"Blowtorch Komer", 1968, "us arvn vc nva"},                // 16
	{"Claymores", 1964, "us arvn vc nva"},                      // 17
	{"Combined Action Platoons", 1965, "us arvn vc nva"},       // 18
	{"CORDS", 1968, "us arvn vc nva"},                          // 19
	{"Laser Guided Bombs", 1968, "us arvn vc nva"},             // 20
	{"Americal", 1968, "us vc nva arvn"},                       // 21
	{"Da Nang", 1965, "us vc nva arvn"},                        // 22
	{"Operation Attleboro", 1965, "us vc nva arvn"},            // 23
	{"Operation Starlite", 1965, "us vc nva arvn"},             // 24
	{"TF-116 Riverines", 1965, "us vc nva arvn"},               // 25
	{"LRRP", 1964, "us vc arvn nva"},                           // 26
	{"Phoenix Program", 1968, "us vc arvn nva"},                // 27
	{"Search and Destroy", 1965, "us vc arvn nva"},             // 28
	{"Tribesmen", 1964, "us vc arvn nva"},                      // 29
	{"USS New Jersey", 1968, "us vc arvn nva"},                 // 30
	{"AAA", 1964, "nva us arvn vc"},                            // 31
	{"Long Range Guns", 1968, "nva us arvn vc"},                // 32
	{"MiGs", 1968, "nva us arvn vc"},                           // 33
	{"SA-2s", 1965, "nva us arvn vc"},                          // 34
	{"Thanh Hoa", 1968, "nva us arvn vc"},                      // 35
	{"Hamburger Hill", 1968, "nva us vc arvn"},                 // 36
	{"Khe Sanh", 1968, "nva us vc arvn"},                       // 37
	{"McNamara Line", 1965, "nva us vc arvn"},                  // 38
	{"Oriskany", 1965, "nva us vc arvn"},                       // 39
	{"PoWs", 1968, "nva us vc arvn"},                           // 40
	{"Bombing Pause", 1968, "nva arvn us vc"},                  // 41
	{"Chou En Lai", 1968, "nva arvn us vc"},                    // 42
	{"Economic Aid", 1964, "nva arvn us vc"},                   // 43
	{"Ia Drang", 1965, "nva arvn us vc"},                       // 44
	{"PT-76", 1968, "nva arvn us vc"},                          // 45
	{"559th Transport Grp", 1965, "nva arvn vc us"},            // 46
	{"Chu Luc", 1965, "nva arvn vc us"},                        // 47
	{"Nam Dong", 1964, "nva arvn vc us"},                       // 48
	{"Russian Arms", 1968, "nva arvn vc us"},                   // 49
	{"Uncle Ho", 1964, "nva arvn vc us"},                       // 50
	{"301st Supply Bn", 1964, "nva vc us arvn"},                // 51
	{"RAND", 1968, "nva vc us arvn"},                           // 52
	{"Sappers", 1965, "nva vc us arvn"},                        // 53
	{"Son Tay", 1968, "nva vc us arvn"},                        // 54
	{"Trucks", 1964, "nva vc us arvn"},                         // 55
	{"Vo Nguyen Giap", 1965, "nva vc arvn us"},                 // 56
	{"International Unrest", 1968, "nva vc arvn us"},           // 57
	{"Pathet Lao", 1968, "nva vc arvn us"},                     // 58
	{"Plei Mei", 1965, "nva vc arvn us"},                       // 59
	{"War Photographer", 1968, "nva vc arvn us"},               // 60
	{"Armored Cavalry", 1968, "arvn us nva vc"},                // 61
	{"Cambodian Civil War", 1968, "arvn us nva vc"},            // 62
	{"Fact Finding", 1964, "arvn us nva vc"},                   // 63
	{"Honolulu Conference", 1965, "arvn us nva vc"},            // 64
	{"International Forces", 1968, "arvn us nva vc"},           // 65
	{"Ambassador Taylor", 1964, "arvn us vc nva"},              // 66
	{"Amphib Landing", 1965, "arvn us vc nva"},                 // 67
	{"Green Berets", 1964, "arvn us vc nva"},                   // 68
	{"MACV", 1965, "arvn us vc nva"},                           // 69
	{"ROKs", 1965, "arvn us vc nva"},                           // 70
	{"An Loc", 1968, "arvn nva us vc"},                         // 71
	{"Body Count", 1965, "arvn nva us vc"},                     // 72
	{"Great Society", 1965, "arvn nva us vc"},                  // 73
	{"Lam Son 719", 1968, "arvn nva us vc"},                    // 74
	{"Sihanouk", 1964, "arvn nva us vc"},                       // 75
	{"Annam", 1965, "arvn nva vc us"},                          // 76
	{"Detente", 1968, "arvn nva vc us"},                        // 77
	{"General Lansdale", 1965, "arvn nva vc us"},               // 78
	{"Henry Cabot Lodge", 1964, "arvn nva vc us"},              // 79
	{"Light at the End of the Tunnel", 1968, "arvn nva vc us"}, // 80
	{"CIDG", 1965, "arvn vc us nva"},                           // 81
	{"Domino Theory", 1965, "arvn vc us nva"},                  // 82
	{"Election", 1965, "arvn vc us nva"},                       // 83
	{"To Quoc", 1968, "arvn vc us nva"},                        // 84
	{"USAID", 1965, "arvn vc us nva"},                          // 85
	{"Mandate of Heaven", 1965, "arvn vc nva us"},              // 86
	{"Nguyen Chanh Thi", 1965, "arvn vc nva us"},               // 87
	{"Phan Quang Dan", 1968, "arvn vc nva us"},                 // 88
	{"Tam Chau", 1965, "arvn vc nva us"},                       // 89
	{"Walt Rostow", 1965, "arvn vc nva us"},                    // 90
	{"Bob Hope", 1968, "vc us nva arvn"},                       // 91
	{"SEALORDS", 1968, "vc us nva arvn"},                       // 92
	{"Senator Fulbright", 1964, "vc us nva arvn"},              // 93
	{"Tunnel Rats", 1968, "vc us nva arvn"},                    // 94
	{"Westmoreland", 1965, "vc us nva arvn"},                   // 95
	{"APC", 1968, "vc us arvn nva"},                            // 96
	{"Brinks Hotel", 1964, "vc us arvn nva"},                   // 97
	{"Long Tan", 1965, "vc us arvn nva"},                       // 98
	{"Masher/White Wing", 1965, "vc us arvn nva"},              // 99
	{"Rach Ba Rai", 1965, "vc us arvn nva"},                    // 100
	{"Booby Traps", 1964, "vc nva us arvn"},                    // 101
	{"Cu Chi", 1965, "vc nva us arvn"},                         // 102
	{"Kent State", 1968, "vc nva us arvn"},                     // 103
	{"Main Force Bns", 1965, "vc nva us arvn"},                 // 104
	{"Rural Pressure", 1965, "vc nva us arvn"},                 // 105
	{"Binh Duong", 1965, "vc nva arvn us"},                     // 106
	{"Burning Bonze", 1964, "vc nva arvn us"},                  // 107
	{"Draft Dodgers", 1965, "vc nva arvn us"},                  // 108
	{"Nguyen Huu Tho", 1965, "vc nva arvn us"},                 // 109
	{"No Contact", 1964, "vc nva arvn us"},                     // 110
	{"Agent Orange", 1968, "vc arvn us nva"},                   // 111
	{"Colonel Chau", 1964, "vc arvn us nva"},                   // 112
	{"Ruff Puff", 1968, "vc arvn us nva"},                      // 113
	{"Tri Quang", 1965, "vc arvn us nva"},                      // 114
	{"Typhoon Kate", 1968, "vc arvn us nva"},                   // 115
	{"Cadres", 1964, "vc arvn nva us"},                         // 116
	{"Corps Commanders", 1968, "vc arvn nva us"},               // 117
	{"Korean War Arms", 1964, "vc arvn nva us"},                // 118
	{"My Lai", 1968, "vc arvn nva us"},                         // 119
	{"US Press Corps", 1968, "vc arvn nva us"},                 // 120
	{"Linebacker II", 0, "us arvn vc nva"},                     // 121
	{"Easter Offensive", 0, "nva vc arvn us"},                  // 122
	{"Vietnamization", 0, "arvn us nva vc"},                    // 123
	{"Tet Offensive", 0, "vc nva us arvn"},                     // 124
	{"Nguyen Khanh", 0, ""},                                    // 125
	{"Young Turks", 0, ""},                                     // 126
	{"Nguyen Cao Ky", 0, ""},                                   // 127
	{"Nguyen Van Thieu", 0, ""},                                // 128
	{"Failed Attempt", 0, ""},                                  // 129
	{"Failed Attempt", 0, ""},                                  // 130
}
