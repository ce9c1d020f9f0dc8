// Sets the colours that the reader chose before anything is painted; without a choice those of the system hold.
'use strict';
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme) document.documentElement.dataset.theme = theme;
  } catch { /* a browser that keeps nothing */ }
})();
