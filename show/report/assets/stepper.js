// Steps through the trace of a scenario: the board, what changed, whose decision it is, and what else could have been answered.
'use strict';
const STEPPER = (() => {
  const { Board, Position, table, html } = BOARD;
  const data = JSON.parse(document.getElementById('data').textContent);
  const $ = id => document.getElementById(id);
  const play = $('play');
  if (!play) return null;
  const board = new Board($('board'));
  $('said').after(BOARD.legend());
  const trace = $('trace');
  const steps = data.lines; // each: answers given before it, changes, decision
  const items = [...trace.children];
  let at = -1, drawn = null;

  const position = n => {
    const p = new Position(data.start);
    for (let i = 0; i < n; i++) {
      p.forget();
      for (const c of steps[i][1] || []) p.apply(c);
    }
    return p;
  };
  // place gives the zones to look at: those that changed last, or at the beginning those that pieces stand in
  let seen = false;
  const place = n => {
    for (let i = n - 1; i >= 0; i--) {
      const at = (steps[i][1] || []).map(c => c[0] === 1 ? c[1] : c[0] === 0 ? GAME.values[c[1]].zone : -1).filter(z => z >= 0 && !GAME.zones[z].box);
      if (at.length) return at.slice(0, 1);
    }
    const full = (data.start.pieces || []).map(p => p[0]).filter(z => !GAME.zones[z].box);
    return full.slice(full.length / 2, full.length / 2 + 1);
  };
  const text = i => items[i].querySelector('.t').textContent;

  // asked shows the decision of a step, or the next one
  const asked = n => {
    const box = $('asked');
    let i = n - 1;
    if (i < 0 || steps[i][2] === undefined) i = steps.findIndex((s, k) => k >= n && s[2] !== undefined);
    if (i < 0 && !data.pending) {
      box.replaceChildren(html('p', { class: 'who' }, 'The game is over.'));
      return;
    }
    const d = i < 0 ? data.pending : data.asked[steps[i][2]], now = i >= 0 && i === n - 1;
    const answer = i < 0 ? '' : text(i).replace(/^\S+ \S+: /, '').replace(/ \(forced\)$/, '');
    const offers = (d.offers || []).map(o => html('li', now && (o === answer || o.split(' ')[0] === answer) ? { class: 'taken', 'aria-current': 'true' } : {}, o));
    box.replaceChildren(html('p', { class: 'who' }, html('b', {}, d.seat), (now ? ' decided ' : ' decides next: ') + d.name, ...(d.rule ? [' (' + d.rule + ')'] : [])),
      ...(now ? [html('p', { class: 'answer' }, answer)] : []),
      html('details', now ? { open: '' } : {}, html('summary', {}, now ? 'Legal answers at that time' : 'Legal answers'), html('ul', { class: 'offers' }, ...offers)));
  };

  const show = (n, from) => {
    n = Math.max(0, Math.min(steps.length, n));
    if (n === at && from !== 'again') return;
    at = n;
    drawn = position(n);
    if (n === 0) drawn.forget();
    board.show(drawn);
    if (drawn.changed.zones.size || !seen) board.look(drawn, place(n), seen);
    seen = true;
    table(drawn, $('table'));
    asked(n);
    $('at').value = n;
    items.forEach((li, i) => {
      li.classList.toggle('later', i >= n);
      if (i === n - 1) li.setAttribute('aria-current', 'step'); else li.removeAttribute('aria-current');
    });
    $('said').textContent = n ? text(n - 1) : 'The position before the first line.';
    $('first').disabled = $('back').disabled = n === 0;
    $('next').disabled = $('last').disabled = n === steps.length;
    if (n) {
      const li = items[n - 1], top = li.offsetTop;
      if (top < trace.scrollTop || top + li.offsetHeight > trace.scrollTop + trace.clientHeight) trace.scrollTop = top - trace.clientHeight / 2;
    } else trace.scrollTop = 0;
    const hash = '#step=' + n;
    if (from !== 'link' && location.hash !== hash) history.replaceState(null, '', hash);
  };

  const linked = () => {
    const m = /^#step=(\d+)$/.exec(location.hash);
    if (m) show(Number(m[1]), 'link');
    const rule = /^#rule=(.+)$/.exec(location.hash); // from the rulebook: the first line of a clause
    if (rule) {
      const i = items.findIndex(li => li.querySelector('.id')?.textContent === decodeURIComponent(rule[1]));
      show(i + 1, 'link');
    }
    const line = /^#line=(\d+)$/.exec(location.hash); // from a comparison: a line of the golden
    if (line) show(line[1] > data.head ? line[1] - data.skipped : 0, 'link');
    return Boolean(m || rule || line);
  };
  $('first').addEventListener('click', () => show(0));
  $('back').addEventListener('click', () => show(at - 1));
  $('next').addEventListener('click', () => show(at + 1));
  $('last').addEventListener('click', () => show(steps.length));
  $('at').addEventListener('change', e => show(Number(e.target.value) || 0));
  addEventListener('hashchange', linked);
  let away = false; // while a game is played on, the keys are not the stepper's
  addEventListener('keydown', e => {
    if (away || e.altKey || e.ctrlKey || e.metaKey || e.target.closest('input, textarea, select, summary')) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    show(to);
  });
  // Play on: the machine is fetched only when it is asked for
  const script = src => new Promise((done, fail) => {
    const s = html('script', { src: document.body.dataset.root + src });
    s.onload = done;
    s.onerror = () => fail(new Error(src + ' cannot be loaded: is it in the folder of the report?'));
    document.head.append(s);
  });
  let live = null;
  const leave = () => {
    live.close();
    live = null;
    play.classList.remove('live');
    away = false;
    show(at, 'again');
    $('on').focus();
  };
  // begin takes the play up at a step: at the decision that is open there, or at the one that follows
  const begin = async step => {
    await PLAY.ready();
    const given = step ? steps[step - 1][0] : 0;
    const hashes = PLAY.ask('begin', JSON.stringify(data.setup), JSON.stringify(data.answers.slice(0, given)));
    if (hashes[given] !== data.hashes[given] && given < data.hashes.length) throw new Error('The machine reaches another position than the scenario. The report and its machine do not belong together.');
    if (!live) live = PLAY.open({
      drawing: BOARD, board, table: $('table'), said: $('said'), title: 'Played on', name: `Played on from ${data.name}`, rules: data.rules, drawn: false,
      place: panel => $('asked').before(panel), tools: [['Leave', leave]],
    });
    play.classList.add('live');
    away = true;
    live.heading(`Played on from step ${step}`);
    live.begun(true);
    live.say(`You play on from step ${step}.`);
    live.panel.querySelector('h2').focus();
  };
  if ($('on')) $('on').addEventListener('click', async () => {
    const button = $('on');
    button.disabled = true;
    try {
      if (typeof PLAY === 'undefined') {
        $('said').textContent = 'The rules are being loaded …';
        await script('assets/play.js');
      }
      await begin(at);
    } catch (e) {
      $('said').textContent = e.message;
    }
    button.disabled = false;
  });
  if (!linked()) show(0, 'link');
  return { board, position };
})();
