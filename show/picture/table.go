package picture

// This file lays out a table: a game without spaces, with the seats on an ellipse around the piles.

// table puts the seats on the ellipse, the first at the bottom and the others clockwise, and the piles without a seat into the middle.
func (p *plan) table() {
	const w, h = 176, 92
	n := len(p.gd.Seats)
	rx, ry := 150+n*32, 120+n*22
	p.out.W, p.out.H = 2*rx+w+2*margin, 2*ry+h+2*margin
	centre := point{p.out.W / 2, p.out.H / 2}
	for i := range n {
		degrees := 360 * i / n
		x, y := centre.x-rx*sine(degrees)/1000, centre.y+ry*sine(degrees+90)/1000
		if i < len(p.looks.Seats) && len(p.looks.Seats[i].At) == 2 {
			x, y = int(p.looks.Seats[i].At[0]), int(p.looks.Seats[i].At[1])
		}
		p.out.Seats = append(p.out.Seats, Box{x - w/2, y - h/2, w, h})
	}
	p.middle(centre, rx*2-w)
	zones := p.out.Zones
	p.boxes()
	p.out.Zones = zones
}

// middle puts the piles without a seat next to each other.
func (p *plan) middle(centre point, room int) {
	const w, h = 150, 74
	of := Owners(p.gd)
	var free []int
	for i := range p.gd.Piles {
		if of[i] < 0 {
			free = append(free, i)
		}
	}
	p.out.Piles = make([]Box, len(p.gd.Piles))
	columns := max(1, min(len(free), room/(w+gap)))
	for k, i := range free {
		rows, row := (len(free)+columns-1)/columns, k/columns
		wide := min(columns, len(free)-row*columns)
		p.out.Piles[i] = Box{centre.x - wide*(w+gap)/2 + k%columns*(w+gap), centre.y - rows*(h+gap)/2 + row*(h+gap), w, h}
	}
}

// sine returns the sine of a non-negative angle in degrees, in thousandths, by Bhaskara's formula, with an error of at most two.
func sine(degrees int) int {
	if degrees > 180 {
		return -sine(degrees - 180)
	}
	x := degrees * (180 - degrees)
	return 4000 * x / (40500 - x)
}
