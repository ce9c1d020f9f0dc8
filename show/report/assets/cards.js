// Shows only the cards that hold all words of the filter.
'use strict';
(() => {
  const input = document.getElementById('filter');
  const count = document.querySelector('.filter output');
  const cards = [...document.querySelectorAll('.card')].map(card => [card, card.textContent.toLowerCase()]);
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [card, text] of cards) {
      card.hidden = !words.every(word => text.includes(word));
      if (!card.hidden) shown++;
    }
    count.textContent = shown === 1 ? '1 card' : shown + ' cards';
  };
  input.addEventListener('input', show);
  input.form.addEventListener('submit', event => event.preventDefault());
  // a link to a card that is filtered away shows it
  addEventListener('hashchange', () => {
    const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (card && card.hidden) { input.value = ''; show(); card.scrollIntoView(); }
  });
  if (input.value) show(); // a browser may keep what was written when the page is loaded again
})();
