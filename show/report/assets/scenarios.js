// Finds scenarios of all sections by their words and outcome. The index of the game is loaded when somebody begins to look for one.
'use strict';
(() => {
  const input = document.getElementById('filter'), outcome = document.getElementById('outcome');
  const list = document.getElementById('matches'), sections = document.getElementById('sections'), count = document.querySelector('.filter output');
  const { outcomes } = JSON.parse(document.getElementById('data').textContent);
  const special = new Map(Object.entries(outcomes).flatMap(([name, ids]) => ids.map(id => [id, name])));
  const root = document.body.dataset.root, game = document.body.dataset.game;
  const most = 200; // that are listed
  let loading;
  const load = () => loading ||= new Promise((done, fail) => {
    const script = document.createElement('script');
    Object.assign(script, { src: `${root}search/${game}.js`, onload: () => done(window.reportIndex.list.filter(x => x[0] === 3).map(x => [x[1], x[2], `${x[1]} ${x[2]}`.toLowerCase()])), onerror: fail });
    document.head.append(script);
  });
  const show = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean), chosen = outcome ? outcome.value : '', typed = input.value;
    list.hidden = !words.length && !chosen;
    sections.hidden = !list.hidden;
    count.textContent = '';
    if (list.hidden) return;
    let all;
    try { all = await load(); } catch { count.textContent = 'The index cannot be loaded.'; return; }
    if (typed !== input.value) return;
    const found = all.filter(([id, , text]) => words.every(word => text.includes(word)) && (!chosen || (special.get(id) || 'in-order') === chosen));
    list.replaceChildren(...found.slice(0, most).map(([id, title]) => {
      const li = document.createElement('li'), link = document.createElement('a'), where = document.createElement('span');
      Object.assign(link, { href: `${root}scenario/${game}/${id}.html`, textContent: title });
      Object.assign(where, { className: 'rules-of', textContent: id });
      li.append(link, ' ', where);
      return li;
    }));
    count.textContent = `${found.length} scenario${found.length === 1 ? '' : 's'}${found.length > most ? `, of which ${most} are listed` : ''}`;
  };
  input.addEventListener('input', show);
  if (outcome) outcome.addEventListener('change', show);
  input.form.addEventListener('submit', event => event.preventDefault());
  if (input.value || outcome && outcome.value) show(); // a browser may keep what was chosen when the page is loaded again
})();
