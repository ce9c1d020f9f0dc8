// Draws a position of a game: the board as SVG, and what does not lie on it as a table. GAME is what all positions share.
'use strict';
const boardOf = GAME => {
  const NS = (d => { d.innerHTML = '<svg></svg>'; return d.firstChild.namespaceURI; })(document.createElement('div'));
  const svg = (name, attributes, ...children) => {
    const e = document.createElementNS(NS, name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    e.append(...children);
    return e;
  };
  const html = (name, attributes, ...children) => {
    const e = document.createElement(name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    e.append(...children);
    return e;
  };
  const seatColours = ['olive', 'red', 'yellow', 'blue', 'purple', 'teal', 'pink', 'grey', 'orange', 'brown', 'green', 'black'];
  const colours = ['red', 'orange', 'yellow', 'olive', 'green', 'teal', 'blue', 'purple', 'pink', 'brown', 'grey', 'black', 'white'];
  // a seat that is called by a colour has it
  const seatColour = i => (GAME.seats[i] && (GAME.seats[i].colour || colours.find(c => c === GAME.seats[i].id))) || seatColours[i % seatColours.length];
  const shapes = ['square', 'disc', 'triangle', 'diamond', 'hexagon', 'pentagon', 'star', 'cross'];
  const initials = t => t.split(/[\s-]+/).map(w => w[0]).join('').slice(0, 2).toUpperCase();
  const types = GAME.types.map((t, i) => {
    const seat = t.seat >= 0 ? GAME.seats[t.seat] : null;
    const own = GAME.types.filter((o, j) => o.seat === t.seat && j < i).length;
    return {
      ...t,
      shape: t.shape || shapes[own % shapes.length],
      colour: t.colour || (t.seat >= 0 ? seatColour(t.seat) : 'grey'),
      sign: t.sign || (seat ? seat.sign || initials(seat.title).slice(0, 1) : initials(t.title).slice(0, 1)),
    };
  });
  const valueLook = (v, text) => {
    const look = v.look >= 0 ? GAME.looks[v.look] : null;
    if (!look) return null;
    const own = (look.values || []).find(x => x.value === text) || {};
    return { tint: look.tint, sign: own.sign || (look.values ? '' : look.sign), colour: own.colour || (look.values ? '' : look.colour) };
  };
  const ofZone = GAME.zones.map(() => []);
  GAME.values.forEach((v, i) => { if (v.zone >= 0 && !v.internal) ofZone[v.zone].push(i); });
  const byName = new Map(GAME.values.map((v, i) => [v.name, i]));

  // Position is what is drawn, and takes changes.
  class Position {
    constructor(start) {
      this.values = GAME.values.map((v, i) => start.values[i] ?? v.first);
      this.pieces = new Map();
      for (const [z, c, n] of start.pieces || []) this.pieces.set(z + '/' + c, n);
      this.piles = GAME.piles.map((_, i) => [...((start.piles || [])[i] || [])]);
      this.lasting = new Set(start.lasting || []);
      this.forget();
    }
    // forget begins a step: nothing has changed yet
    forget() {
      this.changed = { values: new Set(), zones: new Set(), piles: new Set(), lasting: new Set(), moves: [] };
    }
    // seen puts what a seat sees in the place of what follows from the changes; a value that it does not see is null
    seen(position) {
      this.values = GAME.values.map((v, i) => (position.unknown || []).includes(i) ? null : position.values[i] ?? v.first);
      this.piles = GAME.piles.map((_, i) => [...(position.piles[i] || [])]);
      this.lasting = new Set(position.lasting || []);
      this.own = position.own || [];
    }
    apply(change) {
      const [what, a, b, c, d] = change;
      const seen = this.changed;
      switch (what) {
        case 0:
          this.values[a] = b;
          seen.values.add(a);
          if (GAME.values[a].zone >= 0) seen.zones.add(GAME.values[a].zone);
          break;
        case 1: {
          const key = a + '/' + b, was = this.pieces.get(key) || 0;
          if (c) this.pieces.set(key, c); else this.pieces.delete(key);
          if (c !== was) { seen.zones.add(a); seen.moves.push({ zone: a, type: GAME.classes[b].type, by: c - was }); }
          break;
        }
        case 2: {
          const from = this.piles[b], to = this.piles[c], at = from.indexOf(a);
          if (at >= 0) from.splice(at, 1);
          if (d === 1) to.push(a); else if (d === 2) to.splice(1, 0, a); else to.unshift(a);
          seen.piles.add(b).add(c);
          break;
        }
        case 3: this.piles[a] = [...b]; seen.piles.add(a); break;
        case 4: if (b) this.lasting.add(a); else this.lasting.delete(a); seen.lasting.add(a); break;
      }
    }
    // stacks gives the pieces of a zone: type and status with their number
    stacks(zone) {
      const out = [];
      GAME.classes.forEach((cl, c) => {
        const n = this.pieces.get(zone + '/' + c);
        if (!n) return;
        const s = out.find(x => x.type === cl.type && x.status === cl.status);
        if (s) s.n += n; else out.push({ type: cl.type, status: cl.status, n });
      });
      return out;
    }
  }

  const outline = (shape, s) => {
    const h = s / 2, poly = pts => svg('polygon', { points: pts.map(p => p.map(v => (v * h).toFixed(2)).join()).join(' ') });
    const round = (n, turn) => Array.from({ length: n }, (_, i) => { const a = turn + 2 * Math.PI * i / n; return [Math.cos(a), Math.sin(a)]; });
    switch (shape) {
      case 'disc': return svg('circle', { r: h });
      case 'triangle': return poly([[0, -1.05], [1.08, 0.92], [-1.08, 0.92]]);
      case 'diamond': return poly([[0, -1.1], [1.1, 0], [0, 1.1], [-1.1, 0]]);
      case 'hexagon': return poly(round(6, 0).map(([x, y]) => [x * 1.1, y * 1.1]));
      case 'pentagon': return poly(round(5, -Math.PI / 2).map(([x, y]) => [x * 1.1, y * 1.1]));
      case 'star': return poly(round(10, -Math.PI / 2).map(([x, y], i) => i % 2 ? [x * 0.6, y * 0.6] : [x * 1.2, y * 1.2]));
      case 'cross': return poly([[-0.4, -1], [0.4, -1], [0.4, -0.4], [1, -0.4], [1, 0.4], [0.4, 0.4], [0.4, 1], [-0.4, 1], [-0.4, 0.4], [-1, 0.4], [-1, -0.4], [-0.4, -0.4]]);
      case 'bar': return svg('rect', { x: -h, y: -h * 0.68, width: s, height: s * 0.68, rx: s * 0.12 });
    }
    return svg('rect', { x: -h * 0.92, y: -h * 0.92, width: s * 0.92, height: s * 0.92, rx: s * 0.08 });
  };

  // chip is a stack of equal pieces: the outline of the type in its colour, its letter, a star for a status other than the
  // first, and the number
  const chip = (stack, s) => {
    const t = types[stack.type];
    const status = (t.statuses || [])[stack.status];
    const g = svg('g', { class: 'chip c-' + t.colour, 'data-stack': stack.type + '/' + stack.status });
    g.append(svg('title', {}, `${stack.n} ${t.title}${status ? ', ' + status : ''}`));
    const body = outline(t.shape, s);
    body.setAttribute('class', 'body');
    g.append(body);
    const sign = svg('text', { class: 'sign', y: (t.shape === 'triangle' ? s * 0.22 : s * 0.04), 'font-size': (s * (t.sign.length > 1 ? 0.46 : t.shape === 'triangle' ? 0.52 : 0.62)).toFixed(1) }, t.sign);
    g.append(sign);
    if (stack.status > 0) {
      const star = outline('star', s * 0.5);
      star.setAttribute('class', 'status');
      star.setAttribute('transform', `translate(${(s * 0.42).toFixed(1)} ${(-s * 0.4).toFixed(1)})`);
      g.append(star);
    }
    if (stack.n > 1) g.append(svg('text', { class: 'n', x: (s * 0.66).toFixed(1), y: s * 0.08, 'font-size': (s * 0.72).toFixed(1) }, String(stack.n)));
    return g;
  };

  // chips lays stacks out in a rectangle, as large as they fit
  const chips = (stacks, x, y, w, h, most = 19) => {
    const out = [];
    const n = stacks.length;
    if (!n) return out;
    // a number stands to the right of its shape
    const right = n => n > 1 ? 0.62 + 0.45 * String(n).length : 0.6;
    const wide = 0.65 + Math.max(...stacks.map(s => right(s.n)));
    let best = { s: 0 };
    for (let cols = 1; cols <= n; cols++) {
      const rows = Math.ceil(n / cols), s = Math.min(w / cols / wide, h / rows / 1.22, most);
      if (s > best.s) best = { s, cols, rows };
    }
    const cw = Math.min(w / best.cols, best.s * wide * 1.15), ch = Math.min(h / best.rows, best.s * 1.4);
    const left = x + (w - cw * best.cols) / 2, top = y + (h - ch * best.rows) / 2;
    stacks.forEach((s, i) => {
      const g = chip(s, best.s);
      const shift = cw / 2 - best.s * (right(s.n) - 0.6) / 2;
      g.setAttribute('transform', `translate(${(left + (i % best.cols) * cw + shift).toFixed(1)} ${(top + (Math.floor(i / best.cols) + 0.5) * ch).toFixed(1)})`);
      out.push(g);
    });
    return out;
  };

  const fit = (text, room, size) => {
    const long = text.length * size * 0.6;
    return long > room ? { textLength: room.toFixed(0), lengthAdjust: 'spacingAndGlyphs' } : {};
  };
  // without leaves the name of a seat out at the end of a title: 'Chips of Anna' is 'Chips' where Anna sits
  const without = (title, seat) => {
    for (const end of [' of ' + seat, ' ' + seat]) if (title.toLowerCase().endsWith(end.toLowerCase())) return title.slice(0, -end.length);
    return title;
  };
  const path = pts => { let d = ''; for (let i = 0; i < pts.length; i += 2) d += (i ? 'L' : 'M') + pts[i] + ' ' + pts[i + 1]; return d; };
  const picture = GAME.picture;
  const cardTitle = c => GAME.cards[c] ? GAME.cards[c].title : 'face down';
  // cardTitles lists cards, those that are not seen by their number
  const cardTitles = cards => {
    const down = cards.filter(c => c < 0).length;
    return [...cards.filter(c => c >= 0).map(cardTitle), ...(down ? [`${down} face down`] : [])].join(', ');
  };

  // Board is the drawing in an element of the page.
  class Board {
    constructor(element) {
      this.element = element;
      this.root = svg('svg', { viewBox: `0 0 ${picture.w} ${picture.h}`, class: 'board', role: 'img', 'aria-label': 'Board of ' + GAME.title });
      this.root.style.setProperty('--w', picture.w);
      this.root.style.setProperty('--h', picture.h);
      const defs = svg('defs', {}, svg('marker', { id: 'head', viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: 'auto' }, svg('path', { d: 'M0 0 8 4 0 8z', class: 'head' })));
      this.root.append(defs);
      (picture.regions || []).forEach((r, i) => {
        defs.append(svg('clipPath', { id: 'region-' + i }, svg('path', { d: path(r.path) + 'Z' })));
        this.root.append(svg('path', { d: path(r.path) + 'Z', class: 'region' + (r.colour ? ' c-' + r.colour : '') }));
      });
      this.areas = new Map();
      const areas = svg('g', { class: 'areas' });
      GAME.zones.forEach((z, i) => {
        const at = picture.zones[i];
        if (!at.cell) return;
        const cell = svg('path', { d: path(at.cell) + 'Z', class: 'area ' + (z.colour ? 'c-' + z.colour : '') });
        const tint = svg('path', { d: path(at.cell) + 'Z', class: 'tint' });
        const g = svg('g', at.in >= 0 ? { 'clip-path': `url(#region-${at.in})` } : {}, cell, tint);
        this.areas.set(i, tint);
        areas.append(g);
      });
      this.root.append(areas);
      (picture.regions || []).forEach(r => this.root.append(svg('path', { d: path(r.path) + 'Z', class: 'border' })));
      for (const [a, b] of picture.links || []) {
        const p = picture.zones[a], q = picture.zones[b];
        this.root.append(svg('line', { class: 'link', x1: p.x + p.w / 2, y1: p.y + p.h / 2, x2: q.x + q.w / 2, y2: q.y + q.h / 2 }));
      }
      GAME.zones.forEach((z, i) => {
        if (picture.zones[i].line) this.root.append(svg('path', { d: path(picture.zones[i].line), class: 'road', id: 'road-' + i }), svg('path', { d: path(picture.zones[i].line), class: 'road-mid' }));
      });
      for (const r of picture.regions || []) this.root.append(this.regionName(r));
      for (const p of picture.places || []) {
        this.root.append(svg('g', { class: 'town' }, svg('circle', { cx: p.x, cy: p.y, r: 3 }), svg('text', { x: p.x + 5, y: p.y - 4 }, p.title)));
      }
      if ((picture.seats || []).length) this.root.append(svg('ellipse', { class: 'felt', cx: picture.w / 2, cy: picture.h / 2, rx: picture.w / 2 - 90, ry: picture.h / 2 - 52 }));
      this.zones = GAME.zones.map((z, i) => {
        const g = svg('g', { class: 'zone' + (z.box ? ' box' : picture.zones[i].line ? ' on-line' : ''), id: 'zone-' + z.id });
        this.root.append(g);
        return g;
      });
      this.seats = (picture.seats || []).map(() => { const g = svg('g', { class: 'seat-box' }); this.root.append(g); return g; });
      this.middle = svg('g', { class: 'middle' });
      this.moves = svg('g', { class: 'moves' });
      this.root.append(this.middle, this.moves);
      element.append(this.tools(), this.root);
    }
    // tools are the buttons that zoom; a board that is larger than its window is moved with the pointer, or scrolled
    tools() {
      let zoom = 1;
      const e = this.element;
      const to = (z, x = e.clientWidth / 2, y = e.clientHeight / 2) => {
        const was = zoom, left = e.scrollLeft + x, top = e.scrollTop + y;
        zoom = Math.min(4, Math.max(1, z));
        this.root.style.setProperty('--zoom', zoom);
        e.classList.toggle('large', zoom > 1);
        e.scrollTo({ left: left * zoom / was - x, top: top * zoom / was - y, behavior: 'instant' });
      };
      const button = (text, name, f) => {
        const b = html('button', { type: 'button', title: name, 'aria-label': name }, text);
        b.addEventListener('click', f);
        return b;
      };
      e.addEventListener('wheel', event => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const at = e.getBoundingClientRect();
        to(zoom * Math.exp(-event.deltaY / 300), event.clientX - at.left, event.clientY - at.top);
      }, { passive: false });
      let held = null;
      e.addEventListener('pointerdown', event => { if (event.pointerType === 'mouse' && event.button === 0 && zoom > 1 && !event.target.closest('button')) held = [event.clientX, event.clientY, e.scrollLeft, e.scrollTop]; });
      addEventListener('pointermove', event => {
        if (!held) return;
        e.classList.add('dragged');
        e.scrollTo({ left: held[2] + held[0] - event.clientX, top: held[3] + held[1] - event.clientY, behavior: 'instant' });
      });
      addEventListener('pointerup', () => { held = null; e.classList.remove('dragged'); });
      return html('div', { class: 'zoom', role: 'group', 'aria-label': 'Zoom' }, button('+', 'Larger', () => to(zoom * 1.4)), button('−', 'Smaller', () => to(zoom / 1.4)), button('⤢', 'The whole board', () => to(1)));
    }
    // legend says what shapes, letters and badges mean
    static legend() {
      const list = types.map(t => html('li', {}, svg('svg', { viewBox: '-12 -12 24 24', width: 24, height: 24, 'aria-hidden': 'true' }, chip({ type: GAME.types.findIndex(x => x.id === t.id), status: 0, n: 1 }, 18)), ' ' + t.title + (t.seat >= 0 ? `, ${GAME.seats[t.seat].title}` : '')));
      const badges = new Map();
      GAME.values.forEach(v => {
        const look = v.look >= 0 ? GAME.looks[v.look] : null;
        if (v.zone < 0 || !look) return;
        for (const x of look.values && look.values.length ? look.values : [{ value: '', sign: look.sign, colour: look.colour }]) {
          if (x.sign) badges.set(v.title + x.value, [x.sign, v.title + (x.value ? ': ' + x.value : ''), x.colour || look.colour || 'grey']);
        }
      });
      for (const [sign, text, colour] of badges.values()) list.push(html('li', {}, html('span', { class: 'sign c-' + colour }, sign), ' ' + text));
      if (types.some(t => (t.statuses || []).length > 1)) list.push(html('li', {}, html('span', { class: 'sign c-grey' }, '★'), ' another status than the first'));
      return list.length ? html('details', { class: 'legend' }, html('summary', {}, 'Legend'), html('ul', {}, ...list)) : '';
    }
    regionName(r) {
      return r.x ? svg('text', { class: 'region-name', x: r.x, y: r.y + 5 }, r.title.toUpperCase()) : '';
    }
    // show draws a position; what it says has changed is set off
    show(p) {
      GAME.zones.forEach((_, i) => this.zone(p, i));
      this.seats.forEach((g, i) => this.seat(p, g, i));
      if (this.seats.length) this.centre(p);
      this.arrows(p);
    }
    zone(p, i) {
      const g = this.zones[i], z = GAME.zones[i], { x, y, w, h, line } = picture.zones[i];
      if (!w) return;
      const stacks = p.stacks(i), badges = [];
      let tint = '', told = [];
      for (const v of ofZone[i]) {
        const text = p.values[v], value = GAME.values[v], look = valueLook(value, text);
        if (text === null) continue;
        if (text !== value.first) told.push(value.title + ': ' + text);
        if (look && look.tint && look.colour) tint = look.colour;
        const shown = look ? look.sign : text !== value.first ? initials(value.title) : '';
        const unset = !look || look.sign && !(GAME.looks[value.look].values) ? text === value.first : false;
        if (!shown || unset) continue;
        const n = /^\d+$/.test(text) && Number(text) > 1 ? text : '';
        badges.push({ text: shown + n, colour: (look && look.colour) || 'grey', title: value.title + ': ' + text, changed: p.changed.values.has(v) });
      }
      const changed = p.changed.zones.has(i);
      g.setAttribute('class', 'zone' + (z.box ? ' box' : line ? ' on-line' : '') + (changed ? ' changed' : '') + (stacks.length + badges.length ? '' : ' bare'));
      g.replaceChildren(svg('title', {}, [z.title, ...told, ...stacks.map(s => `${s.n} ${types[s.type].title}${(types[s.type].statuses || [])[s.status] ? ', ' + types[s.type].statuses[s.status] : ''}`)].join('\n')));
      g.append(svg('rect', { class: 'tray' + (tint && !this.areas.has(i) ? ' t-' + tint : ''), x, y, width: w, height: h, rx: line ? h / 2 : 5 }));
      if (this.areas.has(i)) this.areas.get(i).setAttribute('class', 'tint' + (tint ? ' t-' + tint : ''));
      const label = line ? 0 : 13;
      if (label) g.append(svg('text', { class: 'label', x: x + w / 2, y: y + 10.5, ...fit(z.title, w - 6, 10.5) }, z.title));
      let left = 0;
      const size = line ? 13 : Math.min(14, (h - label - 3) / Math.max(badges.length, 1));
      badges.forEach((b, k) => {
        const bw = Math.max(size + 3, b.text.length * size * 0.58 + 4);
        const bx = line ? x + 3 + left : x + 3, by = line ? y + (h - size) / 2 : y + label + k * (size + 0.5);
        const e = svg('g', { class: 'badge c-' + b.colour + (b.changed ? ' changed' : '') }, svg('title', {}, b.title),
          svg('rect', { x: bx, y: by, width: bw, height: size, rx: 3 }), svg('text', { x: bx + bw / 2, y: by + size * 0.54, 'font-size': (size * 0.72).toFixed(1) }, b.text));
        g.append(e);
        left = line ? left + bw + 1 : Math.max(left, bw);
      });
      if (left) left += 2;
      g.append(...chips(stacks, x + 3 + left, y + label, w - 6 - left, h - label - 2, z.box ? 24 : 19));
    }
    arrows(p) {
      this.moves.replaceChildren();
      const gone = p.changed.moves.filter(m => m.by < 0), come = p.changed.moves.filter(m => m.by > 0);
      const seen = new Set();
      for (const to of come) for (const from of gone) {
        const key = from.zone + '>' + to.zone;
        if (from.type !== to.type || from.zone === to.zone || seen.has(key)) continue;
        seen.add(key);
        const a = picture.zones[from.zone], b = picture.zones[to.zone];
        const x1 = a.x + a.w / 2, y1 = a.y + a.h / 2, x2 = b.x + b.w / 2, y2 = b.y + b.h / 2;
        // it ends at the edge of the tray
        const t = Math.min(Math.abs((b.w / 2 + 5) / (x2 - x1 || 1e-6)), Math.abs((b.h / 2 + 5) / (y2 - y1 || 1e-6)), 1);
        this.moves.append(svg('line', { class: 'move', x1, y1, x2: x2 - (x2 - x1) * t, y2: y2 - (y2 - y1) * t, 'marker-end': 'url(#head)' }));
      }
    }
    seat(p, g, i) {
      const { x, y, w, h } = picture.seats[i];
      const own = GAME.values.map((v, k) => k).filter(k => GAME.values[k].seat === i && GAME.values[k].zone < 0 && !GAME.values[k].internal);
      const told = own.filter(k => p.values[k] !== null && p.values[k] !== 'none' && p.values[k] !== 'no' && p.values[k] !== 'false' && (p.values[k] !== '0' || GAME.values[k].first !== '0'));
      const piles = GAME.piles.map((_, k) => k).filter(k => GAME.piles[k].seat === i);
      const changed = own.some(k => p.changed.values.has(k)) || piles.some(k => p.changed.piles.has(k));
      g.setAttribute('class', 'seat-box' + (changed ? ' changed' : '') + (told.length || piles.some(k => p.piles[k].length) ? '' : ' bare'));
      g.replaceChildren(svg('rect', { class: 'tray', x, y, width: w, height: h, rx: 8 }), svg('rect', { class: 'flag c-' + seatColour(i), x: x + 6, y: y + 6, width: 10, height: 10, rx: 2 }));
      g.append(svg('text', { class: 'label', x: x + w / 2, y: y + 15 }, GAME.seats[i].title));
      let at = y + 30;
      const lines = [];
      for (const k of piles) if (p.piles[k].length) lines.push([cardTitles(p.piles[k]), 'cards']);
      const words = told.map(k => without(GAME.values[k].title, GAME.seats[i].title) + (p.values[k] === 'yes' || p.values[k] === 'true' ? '' : ' ' + p.values[k]));
      for (let k = 0; k < words.length; k += 3) lines.push([words.slice(k, k + 3).join(' · '), '']);
      for (const [text, kind] of lines.slice(0, 5)) {
        g.append(svg('text', { class: 'line ' + kind, x: x + w / 2, y: at, ...fit(text, w - 12, 11.5) }, text));
        at += 15;
      }
    }
    centre(p) {
      this.middle.replaceChildren();
      GAME.piles.forEach((pile, k) => {
        const b = (picture.piles || [])[k];
        if (!b || !b.w) return;
        const g = svg('g', { class: 'pile' + (p.changed.piles.has(k) ? ' changed' : ''), 'data-pile': k });
        g.append(svg('rect', { class: 'tray', x: b.x, y: b.y, width: b.w, height: b.h, rx: 5 }), svg('text', { class: 'label', x: b.x + b.w / 2, y: b.y + 14, ...fit(`${pile.title} (${p.piles[k].length})`, b.w - 8, 11) }, `${pile.title} (${p.piles[k].length})`));
        if (pile.visible) p.piles[k].slice(0, 5).forEach((c, i) => g.append(svg('text', { class: 'line cards', 'data-card': c, x: b.x + b.w / 2, y: b.y + 27 + i * 11, ...fit(cardTitle(c), b.w - 10, 10.5) }, cardTitle(c))));
        this.middle.append(g);
      });
    }
    // offer marks what can be chosen: each with what it is (a spot of package steps), a label, what happens when it is chosen, and whether it
    // is chosen. Earlier marks go. Cards are marked where they are listed, in an element beside the board.
    offer(list, beside) {
      for (const e of [...this.element.querySelectorAll('[data-spot]'), ...beside.querySelectorAll('[data-spot]')]) {
        for (const a of ['data-spot', 'role', 'tabindex', 'aria-label', 'aria-description', 'aria-pressed']) e.removeAttribute(a);
        e.onclick = e.onkeydown = e.onkeyup = null;
      }
      this.root.setAttribute('role', list.length ? 'group' : 'img');
      for (const { at, label, act, pressed } of list) {
        const e = this.spot(at, beside);
        if (!e) continue;
        const name = (e.querySelector('title') || e).textContent.split('\n')[0];
        for (const [k, v] of Object.entries({ 'data-spot': at.join('/'), role: 'button', tabindex: 0, [e.textContent.trim() ? 'aria-description' : 'aria-label']: label.startsWith(name) ? label : `${name}: ${label}` })) e.setAttribute(k, v);
        if (pressed !== undefined) e.setAttribute('aria-pressed', pressed);
        e.onclick = event => { event.stopPropagation(); act(); };
        let down = false; // the focus may move with the answer, and the key must not press what gets it
        e.onkeydown = event => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          down = true;
        };
        e.onkeyup = event => {
          if (!down || event.key !== 'Enter' && event.key !== ' ') return;
          event.stopPropagation();
          down = false;
          act();
        };
      }
    }
    // spot finds the element of a spot
    spot([what, i, c], beside) {
      switch (what) {
        case 0: return this.zones[i];
        case 1: return this.zones[i].querySelector(`[data-stack="${GAME.classes[c].type}/${GAME.classes[c].status}"]`);
        case 2: return this.root.querySelector(`[data-card="${i}"]`) || beside.querySelector(`[data-card="${i}"]`);
        case 3: return this.root.querySelector(`[data-pile="${i}"]`) || beside.querySelector(`[data-pile="${i}"]`);
        case 4: return this.seats[i];
      }
      return null;
    }
    // look brings what has changed into view where the board is larger than its window
    look(p, zones = [...p.changed.zones], smooth = true) {
      const e = this.element;
      if (!zones.length || e.scrollHeight <= e.clientHeight + 2 && e.scrollWidth <= e.clientWidth + 2) return;
      const scale = this.root.getBoundingClientRect().width / picture.w;
      const at = zones.map(z => picture.zones[z]);
      const low = { x: Math.min(...at.map(a => a.x)) * scale, y: Math.min(...at.map(a => a.y)) * scale };
      const high = { x: Math.max(...at.map(a => a.x + a.w)) * scale, y: Math.max(...at.map(a => a.y + a.h)) * scale };
      const inside = low.x >= e.scrollLeft && low.y >= e.scrollTop && high.x <= e.scrollLeft + e.clientWidth && high.y <= e.scrollTop + e.clientHeight;
      if (!inside) e.scrollTo({ left: (low.x + high.x - e.clientWidth) / 2, top: (low.y + high.y - e.clientHeight) / 2, behavior: !smooth || matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    }
  }

  // table writes what does not lie on the board: tracks and other values, piles, effects in force. What stands at the seats of a table is
  // said there; here only screen readers hear it. Internal values are folded until a reader unfolds them
  let unfolded = false;
  const titles = new Map([...GAME.piles, ...GAME.cards, ...GAME.zones, ...GAME.seats].map(x => [x.id, x.title]));
  const titled = text => /^\[.*\]$/.test(text) ? text.slice(1, -1).split(', ').map(t => titles.get(t) ?? t).join(', ') : titles.get(text) ?? text;
  const table = (p, element) => {
    const rows = [], seated = [], internal = [];
    // owner names what has a value of its own: a seat, a card
    const owner = v => {
      const id = v.name.slice(0, v.name.lastIndexOf('.'));
      return (v.seat >= 0 ? GAME.seats[v.seat] : v.zone >= 0 ? GAME.zones[v.zone] : GAME.cards.find(c => c.id === id) || { title: id }).title;
    };
    GAME.values.forEach((v, i) => {
      const owned = /\./.test(v.name), moved = p.changed.values.has(i);
      if (p.values[i] === null || v.zone >= 0 && !v.internal || owned && p.values[i] === v.first && !moved) return;
      (v.internal ? internal : v.seat >= 0 && (picture.seats || [])[v.seat] ? seated : rows).push(html('div', moved ? { class: 'changed' } : {}, html('dt', {}, owned ? `${v.title}, ${owner(v)}` : v.title), html('dd', {}, titled(p.values[i]))));
    });
    for (const [title, text] of p.own || []) rows.push(html('div', { class: 'private' }, html('dt', {}, title), html('dd', {}, text)));
    const out = [];
    if (rows.length) out.push(html('dl', { class: 'values' }, ...rows));
    if (GAME.left) out.push(html('p', { class: 'lasting' }, 'Not shown, for there are too many values: ' + GAME.left));
    if (seated.length) out.push(html('dl', { class: 'values said' }, ...seated));
    const piles = GAME.piles.map((pile, i) => {
      const cards = p.piles[i];
      if (!cards.length && !p.changed.piles.has(i)) return null;
      const listed = list => list.flatMap((c, k) => [...(k ? [', '] : []), html('span', { 'data-card': c }, cardTitle(c))]);
      const list = cards.every(c => c < 0) ? [cardTitles(cards)] : pile.visible || cards.length <= 3 ? [...listed(cards.slice(0, 12)), cards.length > 12 ? ' …' : ''] : [`${cards.length} cards, on top `, ...listed(cards.slice(0, 1))];
      return html('div', { 'data-pile': i, ...(p.changed.piles.has(i) ? { class: 'changed' } : {}) }, html('dt', {}, pile.title), html('dd', {}, ...(cards.length ? list : ['empty'])));
    }).filter(Boolean);
    if (piles.length) out.push(html('dl', { class: 'piles' }, ...piles));
    const lasting = [...new Set([...p.lasting, ...p.changed.lasting])];
    if (lasting.length) out.push(html('p', { class: 'lasting' }, 'In force: ' + ([...p.lasting].map(l => GAME.lasting[l].title).join(', ') || 'nothing')));
    if (internal.length) {
      const summary = html('summary', {}, 'Internal values');
      const folded = html('details', { class: 'internal', ...(unfolded ? { open: '' } : {}) }, summary, html('dl', { class: 'values' }, ...internal));
      summary.addEventListener('click', () => { unfolded = !folded.open; }); // a toggle event comes later, perhaps behind the next step
      out.push(folded);
    }
    element.replaceChildren(...out);
  };

  return { Board, Position, legend: () => Board.legend(), table, html, byName, seatColour, seats: GAME.seats };
};
const BOARD = boardOf(GAME);
