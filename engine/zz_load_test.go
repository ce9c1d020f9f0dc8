package engine_test
import ("testing";"os";"time";"rulebound/compiler";"rulebound/engine")
func TestLoadTime(t *testing.T){
	def, _, _ := compiler.Compile(os.DirFS(".."), "data/games/fire-in-the-lake")
	at := time.Now()
	engine.Load(def,nil)
	t.Log(time.Since(at), len(def.Code), def.Cells, len(def.Classes), len(def.Zones), len(def.Procs))
}
