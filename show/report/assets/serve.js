// What a page of `rulebound serve` does besides: it is loaded anew, at the same place, when what it shows has changed, and shows what
// is wrong with a rulebook that does not compile.
'use strict';
(() => {
  const root = document.body.dataset.root, game = document.body.dataset.game, plays = /\/play\//.test(location.pathname);
  const box = document.createElement('section');
  box.className = 'broken';
  box.hidden = true;
  box.setAttribute('role', 'alert');
  box.setAttribute('aria-label', 'What is wrong with the rulebooks');
  document.body.append(box);
  // what was unfolded, and the first thing in the window with where it was, outlive the page
  const mark = 'place of ' + location.pathname;
  let unfolded = {};
  // each fold by what it lies in: the reloaded page may have others beside it, since it lists scenarios only after they were played
  const folds = () => {
    const met = {};
    return [...document.querySelectorAll('main details')].map(d => {
      const kind = `${d.closest('[id]')?.id ?? ''} ${d.className}`;
      met[kind] = (met[kind] ?? 0) + 1;
      return [`${kind} ${met[kind]}`, d];
    });
  };
  const leave = () => {
    const at = [...document.querySelectorAll('main [id]')].find(e => e.checkVisibility() && e.getBoundingClientRect().top >= 0);
    for (const [name, d] of folds()) unfolded[name] = d.open;
    try {
      sessionStorage.setItem(mark, JSON.stringify({ unfolded, y: scrollY, ...(at ? { id: at.id, top: at.getBoundingClientRect().top } : {}) }));
    } catch { /* then the page begins at its top */ }
    history.scrollRestoration = 'manual';
    location.reload();
  };
  const back = () => {
    // until the page is loaded, the browser would go to where it was by its own reckoning, some pixels off
    setTimeout(() => { history.scrollRestoration = 'auto'; }, 1000);
    let place = null;
    try {
      place = JSON.parse(sessionStorage.getItem(mark));
      sessionStorage.removeItem(mark);
    } catch { return; }
    if (!place) return;
    unfolded = place.unfolded;
    for (const [name, d] of folds()) d.open = unfolded[name] ?? d.open;
    const at = place.id && document.getElementById(place.id);
    scrollTo({ top: at && at.checkVisibility() ? scrollY + at.getBoundingClientRect().top - place.top : place.y, behavior: 'instant' });
  };
  if (document.readyState === 'complete') back(); else addEventListener('load', back);
  let version = null;
  const told = text => {
    const status = JSON.parse(text);
    box.hidden = !status.broken;
    if (box.textContent !== status.broken) {
      const list = document.createElement('pre');
      list.textContent = status.broken;
      box.replaceChildren(list);
    }
    // a page follows its game, one of all games every one; a play does not change when scenarios were played
    const now = game ? status.games[game] || { rules: 0, measured: 0 } : status.total;
    const mine = plays ? now.rules : `${now.rules}/${now.measured}`;
    if (version !== null && mine !== version) leave();
    version = mine;
  };
  const events = new EventSource(root + 'events');
  events.onmessage = e => told(e.data);
})();
