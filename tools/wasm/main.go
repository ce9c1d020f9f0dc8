//go:build js && wasm

// Command wasm is the engine in a browser: it exports package live to scripts. The report contains it in compressed form and
// loads it when a reader plays on. Every function takes and returns text; an error is {"error": why}.
package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"rulebound/show/live"
)

func main() {
	var desk *live.Desk
	call := func(f func(args []js.Value) (any, error)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) (out any) {
			defer func() {
				if p := recover(); p != nil { // a panic must not end the engine of a page
					out = live.Failure(fmt.Errorf("the machine failed: %v", p))
				}
			}()
			v, err := f(args)
			if err != nil {
				return live.Failure(err)
			}
			text, err := json.Marshal(v)
			if err != nil {
				return live.Failure(err)
			}
			return string(text)
		})
	}
	status := func(from int, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		return desk.Status(from)
	}
	js.Global().Set("RULEBOUND", js.ValueOf(map[string]any{
		"open": call(func(a []js.Value) (any, error) {
			text := make([]byte, a[0].Get("length").Int())
			js.CopyBytesToGo(text, a[0])
			var err error
			desk, err = live.Open(text)
			return true, err
		}),
		"begin": call(func(a []js.Value) (any, error) {
			var answers []string
			if err := json.Unmarshal([]byte(a[1].String()), &answers); err != nil {
				return nil, err
			}
			return desk.Begin(a[0].String(), answers)
		}),
		"status": call(func(a []js.Value) (any, error) { return status(a[0].Int(), nil) }),
		"lines":  call(func([]js.Value) (any, error) { return desk.Lines(), nil }),
		"answer": call(func(a []js.Value) (any, error) {
			from := desk.Lines()
			return status(from, desk.Answer(a[0].String()))
		}),
		"choose": call(func(a []js.Value) (any, error) {
			var places []int
			if err := json.Unmarshal([]byte(a[0].String()), &places); err != nil {
				return nil, err
			}
			from := desk.Lines()
			return status(from, desk.Choose(places))
		}),
		"stance": call(func(a []js.Value) (any, error) {
			from := desk.Lines()
			return status(from, desk.Stand(a[0].String(), a[1].String()))
		}),
		"random": call(func(a []js.Value) (any, error) {
			from := desk.Lines()
			return status(from, desk.Random(uint64(a[0].Int())))
		}),
		"draw": call(func(a []js.Value) (any, error) {
			from := desk.Lines()
			return status(from, desk.Draw(uint64(a[0].Int())))
		}),
		"back": call(func(a []js.Value) (any, error) {
			err := desk.Back(a[0].Bool())
			return status(desk.Lines(), err)
		}),
		"forward": call(func(a []js.Value) (any, error) {
			from := desk.Lines()
			return status(from, desk.Forward(a[0].Bool()))
		}),
		"view":   call(func(a []js.Value) (any, error) { return status(0, desk.View(a[0].String())) }),
		"table":  call(func([]js.Value) (any, error) { return desk.Table() }),
		"start":  call(func([]js.Value) (any, error) { return desk.Start() }),
		"save":   call(func(a []js.Value) (any, error) { return desk.Save(a[0].String()) }),
		"resume": call(func(a []js.Value) (any, error) { return desk.Resume(a[0].String(), a[1].String()) }),
		"why":    call(func([]js.Value) (any, error) { return desk.Why(), nil }),
		"export": call(func(a []js.Value) (any, error) {
			var rules []string
			if err := json.Unmarshal([]byte(a[2].String()), &rules); err != nil {
				return nil, err
			}
			return desk.Export(a[0].String(), a[1].String(), rules)
		}),
	}))
	if ready := js.Global().Get("RULEBOUND_READY"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}
