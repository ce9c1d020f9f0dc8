// What every page does: dark and light, the search box, unfolding what a link leads into.
'use strict';
(() => {
  const root = document.documentElement;
  const tools = document.querySelector('.tools');
  const up = document.body.dataset.root;
  const game = document.body.dataset.game, indexes = document.body.dataset.search.split(' ');
  const make = (tag, properties, ...children) => {
    const out = Object.assign(document.createElement(tag), properties);
    out.append(...children);
    return out;
  };

  // dark and light
  const dark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const button = make('button', { type: 'button', className: 'theme' });
  const name = () => { button.textContent = dark() ? 'Light' : 'Dark'; };
  button.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    try { localStorage.setItem('theme', root.dataset.theme); } catch { /* kept for this page only */ }
    name();
  });
  name();

  // what a link leads into may be folded
  const unfold = () => {
    let id;
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const target = id && document.getElementById(id);
    if (!target) return;
    let folded = false;
    for (let at = target.closest('details'); at; at = at.parentElement.closest('details')) {
      folded ||= !at.open;
      at.open = true;
    }
    if (folded) target.scrollIntoView({ block: 'center' });
  };
  addEventListener('hashchange', unfold);
  unfold();
  const data = document.querySelectorAll('details.data');
  if (data.length) {
    const all = make('button', { type: 'button', className: 'unfold', textContent: 'Show data' });
    all.addEventListener('click', () => {
      const open = ![...data].every(d => d.open);
      for (const d of data) d.open = open;
      all.textContent = open ? 'Fold data' : 'Show data';
    });
    tools.append(all);
  }

  tools.append(search());
  tools.append(button);

  // search: the indexes are scripts, loaded one after the other when somebody begins to type, because a page from disk may load nothing else
  function search() {
    const input = make('input', { type: 'search', id: 'search', placeholder: 'Search', autocomplete: 'off' });
    const list = make('ul', { id: 'found', hidden: true });
    const say = make('p', { className: 'said' });
    for (const [key, value] of Object.entries({ role: 'combobox', 'aria-label': 'Search rules, cards, scenarios and documents', 'aria-controls': 'found', 'aria-expanded': 'false', 'aria-autocomplete': 'list', 'aria-keyshortcuts': '/' })) input.setAttribute(key, value);
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', 'Found');
    say.setAttribute('role', 'status');
    let loading, chosen = -1;
    const all = []; // [index, entry]

    const loadOne = name => new Promise((done, fail) => {
      const loaded = () => { // a script and its event are one task: the index is the one that it has set
        for (const entry of window.reportIndex.list) all.push([window.reportIndex, entry]);
        done();
      };
      document.head.append(make('script', { src: up + 'search/' + name + '.js', onload: loaded, onerror: fail }));
    });
    const load = () => loading ||= indexes.reduce((before, name) => before.then(() => loadOne(name)), Promise.resolve());
    const kinds = ['section', 'clause', 'card', 'scenario', 'name', 'document'];
    const weights = [3, 2, 3, 0, 1, 2];
    const address = (index, [, id, , page, anchor]) =>
      page < 0 ? 'scenario/' + index.game + '/' + id + '.html' : index.pages[page] + (anchor && '#') + (anchor === '=' ? id : anchor);
    const below = (index, [kind, id, , , , text]) =>
      [index.game === (game || '') ? '' : index.title, { clause: text, scenario: id, document: id }[kinds[kind]]].filter(Boolean).join(' · ');
    const rank = (entry, words) => {
      const [id, title, text] = entry.lower ||= [entry[1], entry[2], entry[5]].map(s => s.toLowerCase());
      let score = weights[entry[0]];
      for (const word of words) {
        if (id === word) score += 40;
        else if (id.startsWith(word)) score += 20;
        else if (title.startsWith(word)) score += 16;
        else if (title.includes(' ' + word)) score += 12;
        else if (title.includes(word) || id.includes(word)) score += 6;
        else if (text.includes(word)) score += 2;
        else return -1;
      }
      return score;
    };
    const choose = n => {
      const items = list.children;
      chosen = items.length ? (n + items.length) % items.length : -1;
      [...items].forEach((item, i) => item.setAttribute('aria-selected', String(i === chosen)));
      if (chosen >= 0) {
        items[chosen].scrollIntoView({ block: 'nearest' });
        input.setAttribute('aria-activedescendant', items[chosen].id);
      } else input.removeAttribute('aria-activedescendant');
    };
    const close = () => { list.hidden = true; input.setAttribute('aria-expanded', 'false'); choose(-1); };
    const go = item => { close(); location.href = item.dataset.href; };
    const show = async () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length) { list.replaceChildren(); say.textContent = ''; close(); return; }
      const asked = input.value;
      try { await load(); } catch { say.textContent = 'The index cannot be loaded.'; return; }
      if (asked !== input.value) return;
      const best = [];
      for (const [index, entry] of all) {
        const score = rank(entry, words);
        if (score >= 0) best.push([score, entry, index]);
      }
      best.sort((a, b) => b[0] - a[0]);
      list.replaceChildren(...best.slice(0, 40).map(([, entry, index], i) => {
        const kind = kinds[entry[0]], [, id, title] = entry;
        const item = make('li', { id: 'found-' + i },
          make('span', { className: 'kind', textContent: kind }),
          make('span', { className: 'name', textContent: [/scenario|document/.test(kind) ? '' : id, title].filter(Boolean).join(' ') }),
          make('span', { className: 'words', textContent: below(index, entry) }));
        item.setAttribute('role', 'option');
        item.dataset.href = up + address(index, entry);
        item.addEventListener('mousedown', event => { event.preventDefault(); go(item); });
        return item;
      }));
      list.hidden = !best.length;
      input.setAttribute('aria-expanded', String(!list.hidden));
      say.textContent = best.length ? best.length + ' found' : 'Nothing found';
      choose(best.length ? 0 : -1);
    };
    input.addEventListener('focus', () => { load().catch(() => {}); if (list.children.length) { list.hidden = false; input.setAttribute('aria-expanded', 'true'); } });
    input.addEventListener('input', show);
    input.addEventListener('blur', close);
    input.addEventListener('keydown', event => {
      const keys = { ArrowDown: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1), Escape: close,
        Enter: () => { if (chosen >= 0 && !list.hidden) go(list.children[chosen]); } };
      if (keys[event.key]) { keys[event.key](); event.preventDefault(); }
    });
    addEventListener('keydown', event => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      event.preventDefault();
      input.focus();
    });
    const box = make('div', { className: 'search' }, input, list, say);
    box.setAttribute('role', 'search');
    box.setAttribute('aria-label', 'Everything');
    return box;
  }
})();
