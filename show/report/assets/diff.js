// Goes from difference to difference: with n and p, or the buttons. Each line of the run leads to its step in the scenario.
'use strict';
(() => {
  const scenario = document.getElementById('scenario').getAttribute('href');
  for (const row of document.querySelectorAll('.sides tr:is(.same, .other, .new)')) {
    const [, left, number, right] = row.cells;
    for (const cell of row.matches('.same') ? [left, right] : [right]) {
      const link = document.createElement('a');
      link.className = 'step';
      link.href = scenario + '#line=' + number.textContent;
      link.append(...cell.childNodes);
      cell.append(link);
    }
  }
  // a difference is a run of rows that are not the same
  const starts = [...document.querySelectorAll('.sides tr:is(.other, .gone, .new)')].filter(row => !(row.previousElementSibling && row.previousElementSibling.matches('.other, .gone, .new')));
  if (!starts.length) return;
  let at = -1;
  const say = document.createElement('p');
  say.setAttribute('role', 'status');
  const go = n => {
    if (at >= 0) starts[at].classList.remove('here');
    at = (n + starts.length) % starts.length;
    starts[at].classList.add('here');
    starts[at].scrollIntoView({ block: 'center' });
    say.textContent = 'difference ' + (at + 1) + ' of ' + starts.length;
  };
  const button = (text, key, step) => {
    const out = document.createElement('button');
    out.type = 'button';
    out.textContent = text;
    out.setAttribute('aria-keyshortcuts', key);
    out.title = 'key ' + key;
    out.addEventListener('click', step);
    return out;
  };
  const next = () => go(at + 1);
  const previous = () => go(at < 0 ? -1 : at - 1);
  const bar = document.createElement('div');
  bar.className = 'stepper-bar';
  bar.append(button('Previous difference', 'p', previous), button('Next difference', 'n', next), say);
  document.querySelector('.sides').closest('section').before(bar);
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    if (event.key === 'n') next();
    if (event.key === 'p') previous();
  });
  go(0);
})();
