package typed

import "rulebound/engine/def"

// Node adds the place to the nodes of the compiled game and returns its number.
func (p *Place) Node(gd *def.GameDef) int32 {
	gd.Nodes = append(gd.Nodes, def.NodeDef{File: p.Pos.File, Line: int32(p.Pos.Line), Col: int32(p.Pos.Col), Rules: p.Rules, What: p.What})
	return int32(len(gd.Nodes) - 1)
}
