package schemas

// This file generates the schemas of Go types, a compiled game and a report: the shape by reflection, the descriptions
// and the names of constants from the source.

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"rulebound/engine/def"
	"rulebound/show/report/form"
)

// sourceFolder declares the types of a compiled game.
const sourceFolder = "engine/def"

// declared is the source documentation of a type.
type declared struct {
	doc    string
	fields map[string]string // comment of each field
	consts []*schema         // names of its constants, from 0
}

func gamedefSchema(root string) (*schema, error) {
	source, err := readSource(filepath.Join(root, filepath.FromSlash(sourceFolder)))
	if err != nil {
		return nil, err
	}
	g := &goTypes{folder: sourceFolder, source: source, seen: map[reflect.Type]bool{}}
	top := g.object(reflect.TypeFor[def.GameDef]())
	top.Draft, top.Title = draft, "Compiled game"
	top.property("version").Minimum, top.property("version").Maximum = number(def.Version), number(def.Version)
	top.Defs = g.defs
	return top, g.err
}

// reportFolder declares the types of report.json.
const reportFolder = "show/report/form"

// reportSchema generates the schema of the report for programs.
func reportSchema(root string) (*schema, error) {
	source, err := readSource(filepath.Join(root, filepath.FromSlash(reportFolder)))
	if err != nil {
		return nil, err
	}
	g := &goTypes{folder: reportFolder, source: source, seen: map[reflect.Type]bool{}}
	top := g.object(reflect.TypeFor[form.Document]())
	top.Draft, top.Title = draft, "Report"
	top.property("version").Minimum, top.property("version").Maximum = number(form.Version), number(form.Version)
	top.Defs = g.defs
	return top, g.err
}

// goTypes generates definitions of the types that it encounters.
type goTypes struct {
	folder string // that declares them
	yaml   bool   // read from hand-written YAML: any key may be omitted, and a text may look like a number
	source map[string]*declared
	seen   map[reflect.Type]bool
	defs   members
	err    error
}

func (g *goTypes) object(t reflect.Type) *schema {
	s := &schema{Type: "object", AdditionalProps: closed}
	declared := g.source[t.Name()]
	if declared == nil {
		g.err = fmt.Errorf("%s does not declare %s", g.folder, t)
		return s
	}
	s.Description = declared.doc
	for f := range t.Fields() {
		if !f.IsExported() {
			continue
		}
		if f.Anonymous {
			inner := g.object(f.Type)
			s.Properties, s.Required = append(s.Properties, inner.Properties...), append(s.Required, inner.Required...)
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get(g.tag()), ",")
		if name == "" || name == "-" {
			g.err = fmt.Errorf("%s.%s has no name in %s", t, f.Name, g.tag())
			return s
		}
		omitted := g.yaml || option == "omitzero" || option == "omitempty" && f.Type.Kind() != reflect.Struct
		p := g.value(f.Type, !omitted)
		if doc := declared.fields[f.Name]; doc != "" {
			p.Description = doc
		}
		s.Properties = append(s.Properties, member{name, p})
		if !omitted {
			s.Required = append(s.Required, name)
		}
	}
	return s
}

// tag returns the struct tag that names fields.
func (g *goTypes) tag() string {
	if g.yaml {
		return "yaml"
	}
	return "json"
}

// value returns the schema of a value; a list without omitempty is null if it is empty.
func (g *goTypes) value(t reflect.Type, written bool) *schema {
	switch t.Kind() {
	case reflect.Pointer:
		return g.value(t.Elem(), written)
	case reflect.Slice:
		s := list(g.value(t.Elem(), true))
		if written || g.yaml {
			s.Type = []string{"array", "null"}
		} else {
			s.MinItems = 1
		}
		return s
	case reflect.Struct:
		g.define(t, func() *schema { return g.object(t) })
		return ref(t.Name())
	case reflect.Interface:
		return &schema{}
	case reflect.Map:
		s := kind("object")
		s.AdditionalProps = g.value(t.Elem(), true)
		return s
	case reflect.String:
		if g.yaml {
			return kind("string", "number", "boolean")
		}
		return kind("string")
	case reflect.Bool:
		return kind("boolean")
	case reflect.Uint8:
		g.define(t, func() *schema { return g.names(t) })
		return ref(t.Name())
	case reflect.Uint32:
		return &schema{Type: "integer", Minimum: number(0), Maximum: number(math.MaxUint32)}
	case reflect.Int32:
		return &schema{Type: "integer", Minimum: number(math.MinInt32), Maximum: number(math.MaxInt32)}
	case reflect.Int, reflect.Int64:
		return kind("integer")
	}
	g.err = fmt.Errorf("no schema for values of type %s", t)
	return &schema{}
}

func (g *goTypes) define(t reflect.Type, f func() *schema) {
	if g.seen[t] {
		return
	}
	g.seen[t] = true
	at := len(g.defs)
	g.defs = append(g.defs, member{t.Name(), nil})
	g.defs[at].schema = f()
}

// names returns the schema of the constants of a type with their names.
func (g *goTypes) names(t reflect.Type) *schema {
	declared := g.source[t.Name()]
	if declared == nil || len(declared.consts) == 0 {
		g.err = fmt.Errorf("%s names no numbers of %s", g.folder, t)
		return &schema{}
	}
	return &schema{Description: declared.doc, OneOf: declared.consts}
}

// readSource reads the documentation of the types in the Go files of a folder.
func readSource(folder string) (map[string]*declared, error) {
	files, err := fs.Glob(os.DirFS(folder), "*.go")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s has no Go files: %w", folder, cmp.Or(err, fs.ErrNotExist))
	}
	types := map[string]*declared{}
	for _, file := range files {
		file = filepath.Join(folder, file)
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		readTypes(tree, types)
	}
	return types, nil
}

func readTypes(tree *ast.File, types map[string]*declared) {
	at := func(name string) *declared {
		if types[name] == nil {
			types[name] = &declared{fields: map[string]string{}}
		}
		return types[name]
	}
	for _, d := range tree.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		last := ""
		for _, spec := range group.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				t := at(spec.Name.Name)
				t.doc = comment(group.Doc, spec.Doc)
				if fields, ok := spec.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, name := range f.Names {
							t.fields[name.Name] = comment(f.Doc, f.Comment)
						}
					}
				}
			case *ast.ValueSpec:
				if id, ok := spec.Type.(*ast.Ident); ok {
					last = id.Name
				} else if len(spec.Values) > 0 {
					last = ""
				}
				if group.Tok == token.CONST && last != "" {
					t := at(last)
					for _, name := range spec.Names {
						if name.IsExported() { // the constant that counts the others is no value
							t.consts = append(t.consts, &schema{Title: name.Name, Description: comment(spec.Comment), Const: len(t.consts)})
						}
					}
				}
			}
		}
	}
}

// comment joins comments into one line.
func comment(groups ...*ast.CommentGroup) string {
	var words []string
	for _, g := range groups {
		words = append(words, strings.Fields(g.Text())...)
	}
	return strings.Join(words, " ")
}
