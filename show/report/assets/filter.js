// Shows only the cards or scenarios that hold all words of the filter and have the outcome that is chosen.
'use strict';
(() => {
  const input = document.getElementById('filter'), outcome = document.getElementById('outcome');
  const count = document.querySelector('.filter output'), thing = input.form.dataset.filter;
  const items = [...document.querySelectorAll('.card, .outcome li')].map(item => [item, item.textContent.toLowerCase()]);
  const groups = [...document.querySelectorAll('.outcome')];
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [item, text] of items) {
      item.hidden = !words.every(word => text.includes(word)) || Boolean(outcome && outcome.value && item.closest('.outcome').id !== outcome.value);
      if (!item.hidden) shown++;
    }
    for (const group of groups) group.hidden = !group.querySelector('li:not([hidden])');
    count.textContent = `${shown} ${thing}${shown === 1 ? '' : 's'}`;
  };
  input.addEventListener('input', show);
  if (outcome) outcome.addEventListener('change', show);
  input.form.addEventListener('submit', event => event.preventDefault());
  // a link to a card that is filtered away shows it
  addEventListener('hashchange', () => {
    const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (card && card.hidden) { input.value = ''; show(); card.scrollIntoView(); }
  });
  if (input.value || outcome && outcome.value) show(); // a browser may keep what was chosen when the page is loaded again
})();
