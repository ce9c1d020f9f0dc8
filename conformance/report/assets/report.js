// What every page does: switches between dark and light.
'use strict';
(() => {
  const root = document.documentElement;
  const tools = document.querySelector('.tools');
  const dark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'theme';
  const name = () => { button.textContent = dark() ? 'Light' : 'Dark'; button.setAttribute('aria-label', dark() ? 'Light colours' : 'Dark colours'); };
  button.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    try { localStorage.setItem('theme', root.dataset.theme); } catch { /* kept for this page only */ }
    name();
  });
  name();
  tools.append(button);
})();
