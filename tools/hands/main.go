// Command hands values every hand of poker that so many cards make by the rulebook of Texas Hold'em, and compares how many
// there are of each kind with what is known. Seven cards take some minutes, which is why this is no test.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/engine"
)

const (
	game  = "texas-holdem"
	cards = 52
	kinds = 1 << 26 // of a worth: the kind of the hand stands above its ranks
)

// known are the numbers of hands by kind, from a high card to a straight flush.
var known = map[int][9]int64{
	5: {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40},
	6: {6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844},
	7: {23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584},
}

func main() {
	n := flag.Int("cards", 7, "5, 6 or 7")
	root := flag.String("C", ".", "root of the repository")
	flag.Parse()
	if err := run(*root, *n, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "hands:", err)
		os.Exit(1)
	}
}

// run counts the hands of n cards. Numbers that are not the known ones are an error.
func run(root string, n int, out io.Writer) error {
	want, ok := known[n]
	if !ok {
		return fmt.Errorf("-cards is 5, 6 or 7, not %d", n)
	}
	gd, _, list := compiler.Compile(os.DirFS(root), path.Join(corpus.GamesDir, game))
	if gd == nil {
		return list.Err()
	}
	began := time.Now()
	got, err := count(func() (*engine.State, error) {
		g, err := engine.Load(gd, nil)
		if err != nil {
			return nil, err
		}
		return g.New(engine.Setup{ID: gd.Setups[0].ID})
	}, n)
	if err != nil {
		return err
	}
	var all int64
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for kind := range want {
		all += got[kind]
		fmt.Fprintf(w, "%s\t%d\n", kindNames[kind], got[kind])
	}
	w.Flush()
	took := time.Since(began)
	fmt.Fprintf(out, "%d hands of %d cards in %v, %.0f a second on %d processors\n", all, n, took.Round(time.Second), float64(all)/took.Seconds(), runtime.GOMAXPROCS(0))
	if got != want {
		return fmt.Errorf("the numbers are %v; known are %v", got, want)
	}
	return nil
}

var kindNames = [9]string{"high card", "a pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"}

// count values all hands, those of one highest card after another, on all processors.
func count(start func() (*engine.State, error), n int) (sum [9]int64, err error) {
	var mu sync.Mutex
	var wait sync.WaitGroup
	tops := make(chan int, cards)
	for top := cards - 1; top >= n-1; top-- {
		tops <- top
	}
	close(tops)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			got, fault := part(start, tops, n)
			mu.Lock()
			defer mu.Unlock()
			for k := range sum {
				sum[k] += got[k]
			}
			if err == nil {
				err = fault
			}
		})
	}
	wait.Wait()
	return sum, err
}

// part values the hands of the highest cards that it is given.
func part(start func() (*engine.State, error), tops <-chan int, n int) (got [9]int64, err error) {
	s, err := start()
	if err != nil {
		return got, err
	}
	for top := range tops {
		// the other cards go through all sets of n-1 below the highest one, each the next number with as many bits
		for rest := uint64(1)<<(n-1) - 1; rest < 1<<top; {
			worth, err := s.Call("worth", int64(rest|1<<top))
			if err != nil {
				return got, err
			}
			got[worth/kinds]++
			low := rest & -rest
			high := rest + low
			rest = high | (rest^high)>>(bits.TrailingZeros64(low)+2)
		}
	}
	return got, nil
}
