// This file makes the files of a report on demand.

package report

import (
	"slices"
	"strings"
	"sync"

	"rulebound/conformance/corpus"
	"rulebound/engine"
)

// Site is a report whose files are made on demand. It is safe for concurrent use.
type Site struct {
	m *Model

	mu     sync.Mutex
	shared map[string][]byte           // files of no game
	files  map[*Game]map[string][]byte // cached, by path
	made   map[string]bool             // parts whose files were all made: place and game
	tables map[*Game]*scenarioMaker
}

// scenarioMaker is the shared data of the pages of a game's scenarios.
type scenarioMaker struct {
	loaded map[string]*engine.Game
	plays  map[string]*corpus.Play // by path of the page
}

// NewSite returns a site of a model. It takes over the files of earlier, which may be nil, for games in both.
func NewSite(m *Model, earlier *Site) (*Site, error) {
	s := &Site{m: m, files: map[*Game]map[string][]byte{}, made: map[string]bool{}, tables: map[*Game]*scenarioMaker{}}
	if earlier == nil {
		s.shared = map[string][]byte{}
		files, err := m.sharedFiles()
		for _, f := range files {
			s.shared[f.Path] = f.Content
		}
		return s, err
	}
	earlier.mu.Lock()
	defer earlier.mu.Unlock()
	s.shared = earlier.shared
	for _, g := range m.Games {
		if files := earlier.files[g]; files != nil {
			s.files[g], s.tables[g] = files, earlier.tables[g]
			for _, part := range parts {
				s.made[string(part.place)+"/"+g.ID] = earlier.made[string(part.place)+"/"+g.ID]
			}
		}
	}
	return s, nil
}

// Model returns the model of the site.
func (s *Site) Model() *Model { return s.m }

// File returns a file of the report, nil if there is none at that path.
func (s *Site) File(path string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text, ok := s.shared[path]; ok {
		return text, nil
	}
	switch path {
	case "index.html":
		f, err := s.m.cover()
		return f.Content, err
	case "report.json":
		for _, g := range s.m.Games {
			if !g.measured {
				return nil, nil
			}
		}
		f, err := s.m.document()
		return f.Content, err
	}
	for _, g := range s.m.Games {
		if text, err := s.ofGame(g, path); text != nil || err != nil {
			return text, err
		}
	}
	return nil, nil
}

func (s *Site) ofGame(g *Game, path string) ([]byte, error) {
	if text := s.files[g][path]; text != nil {
		return text, nil
	}
	if s.files[g] == nil {
		s.files[g] = map[string][]byte{}
	}
	for _, part := range parts {
		if !part.shown(s.m, g) || !part.has(g, path) {
			continue
		}
		files := part.files
		var one func(*Game, string) (File, error) // for a part with many pages
		switch part.place {
		case InScenarios:
			one, files = s.scenario, listFiles
		case InBook:
			one = s.chapter
		}
		if one != nil {
			f, err := one(g, path)
			if err != nil {
				return nil, err
			}
			if f.Content != nil {
				s.files[g][path] = f.Content
				return f.Content, nil
			}
		}
		if err := s.make(string(part.place)+"/"+g.ID, g, files); err != nil {
			return nil, err
		}
	}
	return s.files[g][path], nil
}

// make makes all files of a part, once.
func (s *Site) make(name string, g *Game, files func(*Model, *Game, emit) error) error {
	if s.made[name] {
		return nil
	}
	err := files(s.m, g, func(f File, err error) error {
		s.files[g][f.Path] = f.Content
		return err
	})
	s.made[name] = err == nil
	return err
}

// chapter makes the page of a file of the rulebook; the zero File if the path is not one.
func (s *Site) chapter(g *Game, path string) (File, error) {
	chapters := g.chapters()
	for i := range chapters {
		if chapters[i].Target == path {
			return s.m.bookPage(g, chapters, i)
		}
	}
	return File{}, nil
}

// scenario makes the page of a scenario; the zero File if the path is not one.
func (s *Site) scenario(g *Game, path string) (File, error) {
	x := s.tables[g]
	if x == nil {
		x = &scenarioMaker{map[string]*engine.Game{}, map[string]*corpus.Play{}}
		for _, p := range g.Plays {
			x.plays[scenarioPath(p.Case)] = p
		}
		s.tables[g] = x
	}
	p := x.plays[path]
	if p == nil {
		return File{}, nil
	}
	return s.m.scenarioPage(g, p, x.loaded)
}

// has reports whether a path may belong to a part of a game.
func (p part) has(g *Game, path string) bool {
	switch p.place {
	case inTable:
		return slices.ContainsFunc(seatings(g.Def), func(n int) bool { return path == tablePath(g, n) })
	case inSearch:
		return strings.HasPrefix(path, "search/"+g.ID)
	case InPlay:
		return path == rulesPath(g) || path == p.place.home(g)
	}
	return strings.HasPrefix(path, string(p.place)+"/"+g.ID+"/")
}
