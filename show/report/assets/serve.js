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
    if (version !== null && mine !== version) location.reload();
    version = mine;
  };
  const events = new EventSource(root + 'events');
  events.onmessage = e => told(e.data);
})();
