package schemas

// This file generates the schemas of the protocol of other implementations, requests and replies, and of the report.

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"

	"rulebound/judge/drive"
)

// driveFolder declares the types of the protocol and of the report.
const driveFolder = "judge/drive"

func driveTypes(root string) (*goTypes, error) {
	source, err := readSource(filepath.Join(root, filepath.FromSlash(driveFolder)))
	return &goTypes{folder: driveFolder, source: source, seen: map[reflect.Type]bool{}}, err
}

func conformanceReportSchema(root string) (*schema, error) {
	g, err := driveTypes(root)
	if err != nil {
		return nil, err
	}
	top := g.object(reflect.TypeFor[drive.Report]())
	top.Draft, top.Title = draft, "Conformance report"
	top.property("version").Minimum, top.property("version").Maximum = number(drive.ReportVersion), number(drive.ReportVersion)
	top.property("date").Pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
	top.Defs = g.defs
	return top, g.err
}

// protocolSchema has a definition for each request and for each reply.
func protocolSchema(root string) (*schema, error) {
	g, err := driveTypes(root)
	if err != nil {
		return nil, err
	}
	all := g.object(reflect.TypeFor[drive.Request]())
	top := &schema{Draft: draft, Title: "Line of the protocol", Description: "A request (with `type`) or a reply. See docs/protocol.md."}
	for _, f := range drive.Forms {
		r := &schema{Type: "object", AdditionalProps: closed, Required: append([]string{"type"}, f.Must...)}
		is := kind("string")
		is.Const = f.Type
		r.Properties = members{{"type", is}}
		for _, name := range slices.Concat(f.Must, f.May) {
			p := all.property(name)
			if p == nil {
				return nil, fmt.Errorf("%s: a request has no field %s", f.Type, name)
			}
			r.Properties = append(r.Properties, member{name, p})
		}
		g.defs = append(g.defs, member{f.Type, r})
		top.OneOf = append(top.OneOf, ref(f.Type))
	}
	for _, t := range []reflect.Type{reflect.TypeFor[drive.Reply](), reflect.TypeFor[drive.Hello]()} {
		s := g.object(t)
		s.AdditionalProps = nil // a program may send more keys
		s.Not = &schema{Required: []string{"type"}}
		if t == reflect.TypeFor[drive.Reply]() {
			s.MinProperties = 1
			s.Not = &schema{AnyOf: []*schema{{Required: []string{"type"}}, {Required: []string{"protocol"}}}}
		}
		g.defs = append(g.defs, member{t.Name(), s})
		top.OneOf = append(top.OneOf, ref(t.Name()))
	}
	top.Defs = g.defs
	return top, g.err
}
