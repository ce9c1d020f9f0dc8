// Plays on from a step: loads the machine and the rules, lists what may be answered and why the rest may not, and answers by
// hand or at random. Everything happens in the browser; nothing is sent anywhere.
'use strict';
const PLAY = (() => {
  const { html, Position, table } = BOARD;
  const $ = id => document.getElementById(id);
  const root = document.body.dataset.root, folder = document.body.dataset.game;
  const data = STEPPER.data;
  let panel = null, from = 0, loading = null, lines = [], base = 0;

  const script = src => STEPPER.script(src);
  // page gives the address of a line of the rulebook
  const page = at => {
    const [file, line] = at.split('#'), own = `data/games/${folder}/`;
    return `${root}book/${folder}/${(file.startsWith(own) ? file.slice(own.length) : file).replaceAll('/', '-')}.html#${line}`;
  };
  // unpack turns base64 of gzip into bytes
  const unpack = async text => {
    const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
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
  const ready = () => loading || (loading = load().catch(e => { loading = null; throw e; }));

  const say = text => { $('said').textContent = text; };
  const attempt = f => {
    try { f(); } catch (e) { say('Refused: ' + e.message); panel.querySelector('.refusal').textContent = e.message; }
  };
  const button = (text, f, attributes = {}) => {
    const b = html('button', { type: 'button', ...attributes }, text);
    b.addEventListener('click', () => attempt(f));
    return b;
  };

  // take shows where the play stands after a call
  const take = status => {
    lines = lines.slice(0, status.from).concat(status.lines);
    const p = new Position(data.start);
    lines.forEach((l, i) => {
      if (i === status.from) p.forget();
      (l.changes || []).forEach(c => p.apply(c));
    });
    if (status.from >= lines.length) p.forget();
    STEPPER.board.show(p);
    STEPPER.board.look(p);
    table(p, $('table'));
    const list = panel.querySelector('.trace');
    list.replaceChildren(...lines.slice(base).map(l => {
      const li = html('li', { class: `k-${l.kind} k-played`, style: `--d:${l.depth}` }, html('span', { class: 't' }, l.text));
      if (l.page) li.append(' ', html('a', { class: 'id', href: page(l.page) }, l.rule || '§'));
      return li;
    }));
    list.hidden = lines.length <= base;
    list.scrollTop = list.scrollHeight;
    panel.querySelector('.refusal').textContent = '';
    decision(status);
    $('played-back').disabled = status.answers === 0;
    if (status.from < lines.length) say(lines[lines.length - 1].text);
    panel.dataset.hash = status.hash;
  };

  // decision lists what may be answered
  const decision = status => {
    const box = panel.querySelector('.decision'), a = status.asked;
    const out = [];
    if (status.over) {
      out.push(html('p', { class: 'who' }, html('b', {}, 'The game is over. '), (status.result || []).join(', ')));
    } else if (a.fault) {
      out.push(html('p', { class: 'who' }, html('b', {}, a.seat), ' decides ' + a.name + ', but the rules fail: ' + a.fault));
    } else {
      out.push(html('p', { class: 'who' }, html('b', {}, a.seat), ` decides ${a.name}${a.rule ? ' (' + a.rule + ')' : ''}`));
      const options = html('div', { class: 'answers', role: 'group', 'aria-label': `Answers to ${a.name}` });
      if (a.form === 'subset') {
        a.options.filter(o => !o.answer).forEach((o, i) => options.append(html('label', {}, html('input', { type: 'checkbox', value: i }), ' ' + o.text)));
        options.append(button(`Choose ${a.min === a.max ? a.min : a.min + ' to ' + a.max}`, () => take(ask('choose', JSON.stringify([...options.querySelectorAll('input:checked')].map(x => Number(x.value)))))));
      } else if (a.form === 'pieces') {
        a.options.filter(o => !o.answer).forEach(o => options.append(html('label', {}, html('input', { type: 'number', min: 0, max: o.most, value: 0 }), ` of ${o.most} ${o.text}`)));
        options.append(button(`Take ${a.min === a.max ? a.min : a.min + ' to ' + a.max}`, () => take(ask('answer', JSON.stringify({ p: [...options.querySelectorAll('input')].map(x => Number(x.value) || 0) })))));
      } else if (a.form === 'number') {
        const n = html('input', { type: 'number', min: a.min, max: a.max, value: a.min, 'aria-label': a.name });
        options.append(html('label', {}, n, ` from ${a.min} to ${a.max}`), button('Answer', () => take(ask('answer', JSON.stringify({ n: Number(n.value) || 0 })))));
      }
      a.options.filter(o => o.answer).forEach(o => options.append(button(a.form === 'order' ? 'Leave the order' : o.text || 'nothing', () => take(ask('answer', o.answer)), { class: 'option' })));
      out.push(options);
      if (a.seat !== 'chance') {
        const why = html('details', { class: 'why' }, html('summary', {}, 'What may not be answered, and why'));
        why.addEventListener('toggle', () => {
          if (!why.open || why.children.length > 1) return;
          const refused = ask('why');
          why.append(refused.length ? html('ul', {}, ...refused.map(r => html('li', {}, html('b', {}, r.text), ': ' + r.why + ' ', ...(r.page ? [html('a', { class: 'id', href: page(r.page) }, r.rule || '§')] : r.rule ? ['(' + r.rule + ')'] : [])))) : html('p', {}, 'Nothing else could be meant.'));
        });
        out.push(why);
      }
      if (status.stances) out.push(stances(status.stances));
    }
    box.replaceChildren(...out);
    panel.querySelectorAll('.random').forEach(b => { b.disabled = Boolean(status.over || a && a.fault); });
  };

  // stances lists what seats may set between moves, whoever is to decide
  const stances = list => html('details', { class: 'stances' }, html('summary', {}, 'Stances'), ...list.map(s => {
    const field = s.options
      ? html('select', {}, ...s.options.map(o => html('option', o === s.value ? { selected: '' } : {}, o)))
      : html('input', { type: 'number', min: s.min, max: s.max, value: s.value });
    field.dataset.stance = s.name;
    field.addEventListener('change', () => attempt(() => take(ask('stance', s.name, field.value))));
    return html('label', {}, s.title + ' ', field);
  }));

  const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
  const random = n => {
    for (let i = 0; i < n; i++) {
      const status = ask('random', seed());
      if (i === n - 1 || status.over) { take({ ...ask('status', lines.length) }); break; }
    }
  };
  const save = () => {
    const text = ask('export', folder, `Played on from ${data.name}`, JSON.stringify(data.rules));
    const area = html('textarea', { rows: 12, readonly: '', 'aria-label': 'The scenario' });
    area.value = text;
    const link = html('a', { download: 'played-on.yaml', href: 'data:text/yaml;charset=utf-8,' + encodeURIComponent(text) }, 'Save as a file');
    panel.querySelector('.export').replaceChildren(html('p', {}, `Put it below scenarios/${folder}/, say in its title what the rule is, and write the expectation from the clause. `, link), area);
  };

  const leave = () => {
    panel.remove();
    panel = null;
    $('play').classList.remove('live');
    STEPPER.away(false);
    STEPPER.again();
    $('on').focus();
  };

  const open = () => {
    panel = html('section', { class: 'live', 'aria-label': 'Play on' },
      html('h2', { tabindex: -1 }, `Played on from step ${from}`),
      html('p', { class: 'tools' },
        button('Back', () => take(ask('back')), { id: 'played-back' }), ' ',
        button('At random', () => random(1), { class: 'random' }), ' ', button('10 at random', () => random(10), { class: 'random' }), ' ',
        button('As a scenario', save), ' ', button('Leave', leave)),
      html('p', { class: 'refusal', role: 'alert' }), html('div', { class: 'decision' }), html('ol', { class: 'trace' }), html('div', { class: 'export' }));
    $('asked').before(panel);
    $('play').classList.add('live');
    STEPPER.away(true);
  };

  // begin takes the play up at a step: at the decision that is open there, or at the one that follows
  const begin = async step => {
    await ready();
    from = step;
    const given = step ? STEPPER.steps[step - 1][0] : 0;
    const hashes = ask('begin', JSON.stringify(data.setup), JSON.stringify(data.answers.slice(0, given)));
    if (hashes[given] !== data.hashes[given] && given < data.hashes.length) throw new Error('The machine comes to another position than the scenario. The report and its machine do not belong together.');
    if (!panel) open();
    panel.querySelector('h2').textContent = `Played on from step ${step}`;
    lines = [];
    base = ask('lines');
    take(ask('status', 0));
    say(`You play on from step ${step}.`);
    panel.querySelector('h2').focus();
  };
  return { begin, ready, ask, state: () => ({ lines: lines.length - base, hash: panel && panel.dataset.hash }) };
})();
