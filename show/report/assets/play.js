// Plays: loads the machine and the rules, shows the position, lists the legal answers and marks them on the board. Everything happens in
// the browser; nothing is sent anywhere.
'use strict';
const PLAY = (() => {
  const { html } = BOARD;
  const root = document.body.dataset.root, folder = document.body.dataset.game;

  const script = src => new Promise((done, fail) => {
    const s = html('script', { src: root + src });
    s.onload = done;
    s.onerror = () => fail(new Error(src + ' cannot be loaded: is it in the folder of the report?'));
    document.head.append(s);
  });
  // page gives the address of a line of the rulebook
  const page = at => {
    const [file, line] = at.split('#'), own = `data/games/${folder}/`;
    return `${root}book/${folder}/${(file.startsWith(own) ? file.slice(own.length) : file).replaceAll('/', '-')}.html#${line}`;
  };
  const bytes = text => {
    const s = atob(text), out = new Uint8Array(s.length);
    for (let i = 0; i < out.length; i++) out[i] = s.charCodeAt(i); // Uint8Array.from with a function takes 25 times as long
    return out;
  };
  const through = async (stream, content) => new Uint8Array(await new Response(new Blob([content]).stream().pipeThrough(stream)).arrayBuffer());
  const unpack = text => through(new DecompressionStream('gzip'), bytes(text));
  const load = async () => {
    if (typeof DecompressionStream === 'undefined' || typeof WebAssembly === 'undefined') throw new Error('This browser cannot run the rules: it has no WebAssembly, or cannot unpack it.');
    await Promise.all([script('assets/wasm_exec.js'), script('assets/machine.js'), script(`assets/${folder}-rules.js`)]);
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(await unpack(MACHINE), go.importObject);
    await new Promise(ready => {
      globalThis.RULEBOUND_READY = ready;
      go.run(instance);
    });
    ask('open', await unpack(RULES));
  };
  // ask calls the machine; what it refuses is an error
  const ask = (name, ...args) => {
    const out = JSON.parse(RULEBOUND[name](...args));
    if (out && out.error) throw new Error(out.error);
    return out;
  };
  let loading = null;
  const ready = () => loading || (loading = load().catch(e => { loading = null; throw e; }));
  const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

  // token packs a play so that it fits into an address; open reads it.
  const token = async text => {
    const packed = await through(new CompressionStream('deflate-raw'), text);
    let out = '';
    for (const b of packed) out += String.fromCharCode(b);
    return btoa(out).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  };
  const untoken = async text => {
    try {
      return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes(text.replaceAll('-', '+').replaceAll('_', '/'))));
    } catch { throw new Error('The address holds no whole play: copy it again.'); }
  };

  let state = { lines: [], base: 0, hash: '' };

  // open makes the panel of a play. What it needs: drawing (what boardOf gives) and board, which may change until a play begins, table, said and place (elements), title, name, rules, tools (more buttons),
  // drawn (whether chance decides by itself), moved (called after each change).
  const open = x => {
    let lines = [], start = null, base = 0, now = null, chosen = [];
    const part = (name, ...children) => html('div', { class: name }, ...children);
    const refusal = html('p', { class: 'refusal', role: 'alert' }), decision = part('decision'), trace = html('ol', { class: 'trace', tabindex: 0, 'aria-label': 'What was played' }), output = part('export');
    const say = text => { x.said.textContent = text; };
    const attempt = f => {
      try { f(); } catch (e) { say('Refused: ' + e.message); refusal.textContent = e.message; }
    };
    const button = (text, f, attributes = {}) => {
      const b = html('button', { type: 'button', ...attributes }, text);
      b.addEventListener('click', () => attempt(f));
      return b;
    };
    const hand = html('select', {}, html('option', { value: '' }, 'drawn'), html('option', { value: 'hand', ...(x.drawn ? {} : { selected: '' }) }, 'by hand'));
    hand.addEventListener('change', () => attempt(() => settle(ask('status', lines.length))));
    const undo = button('Undo', () => settle(ask('back', !hand.value), 'back'), { id: 'played-back', 'aria-keyshortcuts': 'Control+Z' });
    const redo = button('Redo', () => settle(ask('forward', !hand.value)), { id: 'played-on', 'aria-keyshortcuts': 'Control+Y' });
    const random = n => {
      const from = lines.length;
      for (let i = 0, s = null; i < n && !(s && s.over); i++) {
        s = ask('random', seed());
        if (!hand.value && s.asked && s.asked.by < 0) s = ask('draw', seed());
      }
      take(ask('status', from));
    };
    const panel = html('section', { class: 'live', 'aria-label': x.title },
      html('h2', { tabindex: -1 }, x.title),
      html('p', { class: 'tools' }, undo, redo, button('At random', () => random(1), { class: 'random' }), button('10 at random', () => random(10), { class: 'random' }), html('label', { class: 'hand' }, 'Chance ', hand)),
      refusal, decision, trace, html('p', { class: 'tools' }, button('As a scenario', () => save()), ...(x.tools || []).map(([text, f]) => button(text, f))), output);

    // settle shows where the play is after a call, and has chance decide if it does so by itself
    const settle = (status, from) => {
      if (!hand.value && from !== 'back' && status.asked && status.asked.by < 0 && !status.asked.fault) {
        const at = lines.length;
        ask('draw', seed());
        status = ask('status', at);
      }
      take(status);
    };
    const give = (name, ...args) => {
      const at = lines.length;
      ask(name, ...args);
      settle(ask('status', at));
    };

    // take shows where the play is
    const take = status => {
      const held = document.activeElement, inside = decision.contains(held), onBoard = x.board.element.contains(held);
      now = status;
      chosen = [];
      lines = lines.slice(0, status.from).concat(status.lines);
      const p = new x.drawing.Position(start);
      lines.forEach((l, i) => {
        if (i === status.from) p.forget();
        (l.changes || []).forEach(c => p.apply(c));
      });
      if (status.from >= lines.length) p.forget();
      if (status.position) p.seen(status.position);
      x.board.show(p);
      x.board.look(p);
      x.drawing.table(p, x.table);
      const shown = lines.slice(base).filter(l => !l.hidden && !['trace', 'scenario', 'game', 'rules'].includes(l.kind)); // what the page says already
      trace.replaceChildren(...shown.map(l => {
        const li = html('li', { class: `k-${l.kind} k-played`, style: `--d:${l.depth}` }, html('span', { class: 't' }, l.text));
        if (l.page) li.append(' ', html('a', { class: 'id', href: page(l.page) }, l.rule || '§'));
        return li;
      }));
      trace.hidden = !shown.length;
      trace.scrollTop = trace.scrollHeight;
      refusal.textContent = '';
      decide();
      undo.disabled = (hand.value ? status.answers : status.own) === 0;
      redo.disabled = status.undone === 0;
      panel.querySelectorAll('.random').forEach(b => { b.disabled = Boolean(status.over || status.asked && status.asked.fault); });
      const told = lines.slice(status.from).filter(l => !l.hidden);
      if (told.length) say(told[told.length - 1].text);
      panel.dataset.hash = status.hash;
      state = { lines: lines.length - base, hash: status.hash };
      // by keyboard one goes on where one was: on the board, or at the new decision. Its first answer does not get the focus: a key that is
      // held would give one answer after the other
      if (inside || onBoard && !document.activeElement.closest('[data-spot]')) decision.querySelector('.who').focus();
      if (x.moved) x.moved(status);
    };

    // on the board: an answer names things in order, and those that can come next are marked
    const key = at => at.join('/');
    const begun = o => chosen.every((k, i) => o.at && o.at[i] && key(o.at[i]) === k);
    const spots = () => {
      const out = new Map();
      if (!now.asked || now.asked.fault || now.over) return out;
      now.asked.options.forEach((o, i) => {
        const at = begun(o) && o.at && o.at[chosen.length];
        if (!at) return;
        const spot = out.get(key(at)) || { at, options: [] };
        spot.options.push([o, i]);
        out.set(key(at), spot);
      });
      return out;
    };
    const mark = () => {
      const list = [...spots().values()].map(s => ({
        at: s.at, label: s.options.length === 1 ? s.options[0][0].text : `${s.options.length} answers`,
        pressed: now.asked.form === 'subset' ? decision.querySelector(`input[value="${s.options[0][1]}"]`).checked : undefined,
        act: () => attempt(() => pick(s)),
      }));
      x.board.offer(list, x.table);
    };
    const pick = s => {
      const [o, i] = s.options[0], form = now.asked.form;
      if (form === 'subset' && !o.answer) {
        const box = decision.querySelector(`input[value="${i}"]`);
        box.checked = !box.checked;
        say(`${o.text}: ${box.checked ? 'chosen' : 'not chosen'}`);
        mark();
      } else if (form === 'pieces' && !o.answer) {
        const field = decision.querySelector(`input[data-entry="${i}"]`);
        field.value = Number(field.value) >= o.most ? 0 : Number(field.value) + 1;
        say(`${o.text}: ${field.value} of ${o.most}`);
      } else if (s.options.length === 1) {
        give('answer', o.answer);
      } else {
        chosen.push(key(s.at));
        decide();
        say(`${s.options.length} answers begin so.`);
      }
    };

    // decide lists what can be answered
    const decide = () => {
      const status = now, a = status.asked, out = [];
      if (status.over) {
        out.push(html('p', { class: 'who', tabindex: -1 }, html('b', {}, 'The game is over. '), (status.result || []).join(', ')));
      } else if (a.fault) {
        out.push(html('p', { class: 'who', tabindex: -1 }, html('b', {}, a.who), ' decides ' + a.what + ', but the rules fail: ' + a.fault));
      } else if (a.hidden) {
        out.push(html('p', { class: 'who', tabindex: -1 }, html('b', {}, a.who), ' decides.'));
        if (a.by >= 0 && x.viewAs) out.push(html('p', {}, button(`View as ${a.who}`, () => x.viewAs(a.seat))));
      } else {
        out.push(html('p', { class: 'who', tabindex: -1 }, html('b', {}, a.who), ` decides: ${a.what}`, ...(a.rule ? [' ', html('span', { class: 'clause-of' }, a.rule)] : [])));
        out.push(answers(a));
        if (a.by >= 0) out.push(why());
        if (status.stances) out.push(stances(status.stances));
      }
      decision.replaceChildren(...out);
      mark();
    };
    const answers = a => {
      const options = html('div', { class: 'answers', role: 'group', 'aria-label': `Answers: ${a.what}` });
      if (a.form === 'subset') {
        a.options.forEach((o, i) => o.answer || options.append(html('label', {}, html('input', { type: 'checkbox', value: i }), ' ' + o.text)));
        options.addEventListener('change', mark);
        options.append(button(`Choose ${a.min === a.max ? a.min : a.min + ' to ' + a.max}`, () => give('choose', JSON.stringify([...options.querySelectorAll('input:checked')].map(e => Number(e.value))))));
      } else if (a.form === 'pieces') {
        a.options.forEach((o, i) => o.answer || options.append(html('label', {}, html('input', { type: 'number', min: 0, max: o.most, value: 0, 'data-entry': i }), ` of ${o.most} ${o.text}`)));
        options.append(button(`Take ${a.min === a.max ? a.min : a.min + ' to ' + a.max}`, () => give('answer', JSON.stringify({ p: [...options.querySelectorAll('input')].map(e => Number(e.value) || 0) }))));
      } else if (a.form === 'number') {
        const n = html('input', { type: 'number', min: a.min, max: a.max, value: a.min, 'aria-label': a.what });
        options.append(html('label', {}, n, ` from ${a.min} to ${a.max}`), button('Answer', () => give('answer', JSON.stringify({ n: Number(n.value) || 0 }))));
      }
      a.options.filter(o => o.answer && begun(o)).forEach(o => options.append(button(o.text || 'nothing', () => give('answer', o.answer), { class: 'option' })));
      if (chosen.length) options.append(button('Show all', () => { chosen = []; decide(); }));
      return options;
    };
    const why = () => {
      const out = html('details', { class: 'why' }, html('summary', {}, 'What may not be answered, and why'));
      out.addEventListener('toggle', () => {
        if (!out.open || out.children.length > 1) return;
        const refused = ask('why');
        out.append(refused.length ? html('ul', {}, ...refused.map(r => html('li', {}, html('b', {}, r.text), ': ' + r.why + ' ', ...(r.page ? [html('a', { class: 'id', href: page(r.page) }, r.rule || '§')] : r.rule ? ['(' + r.rule + ')'] : [])))) : html('p', {}, 'Nothing else could be meant.'));
      });
      return out;
    };
    // stances lists what seats may set between moves, whoever is to decide
    const stances = list => html('details', { class: 'stances' }, html('summary', {}, 'Stances'), ...list.map(s => {
      const field = s.options
        ? html('select', {}, ...s.options.map(o => html('option', o === s.value ? { selected: '' } : {}, o)))
        : html('input', { type: 'number', min: s.min, max: s.max, value: s.value });
      field.dataset.stance = s.name;
      field.addEventListener('change', () => attempt(() => give('stance', s.name, field.value)));
      return html('label', {}, s.title + ' ', field);
    }));

    const save = () => {
      const text = ask('export', folder, x.name, JSON.stringify(x.rules || []));
      const area = html('textarea', { rows: 12, readonly: '', 'aria-label': 'The scenario' });
      area.value = text;
      const link = html('a', { download: 'played.yaml', href: 'data:text/yaml;charset=utf-8,' + encodeURIComponent(text) }, 'Save as a file');
      output.replaceChildren(html('p', {}, `Put it below scenarios/${folder}/, say in its title what the rule is, and write the expectation from the clause. `, link), area);
    };
    const keys = e => {
      if (e.altKey || !(e.ctrlKey || e.metaKey) || e.target.closest('input, textarea')) return;
      const b = { z: e.shiftKey ? redo : undo, y: redo }[e.key.toLowerCase()];
      if (!b || b.disabled) return;
      e.preventDefault();
      b.click();
    };
    addEventListener('keydown', keys);
    x.place(panel);
    return {
      panel, attempt, say, button,
      // begun shows a play that the machine has begun; its lines so far are not what was played here, if they are earlier
      begun: earlier => {
        lines = [];
        start = ask('start');
        base = earlier ? ask('lines') : 0;
        output.replaceChildren();
        settle(ask('status', 0));
      },
      // view shows the play as somebody knows it
      view: viewer => attempt(() => take(ask('view', viewer))),
      heading: text => { panel.querySelector('h2').textContent = text; },
      close: () => { removeEventListener('keydown', keys); x.board.offer([], x.table); panel.remove(); },
    };
  };
  return { open, ready, ask, seed, token, untoken, state: () => state };
})();
