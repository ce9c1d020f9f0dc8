// The page to play a game: chooses set-up and options, keeps the position in the address, saves and resumes.
'use strict';
(async () => {
  const $ = id => document.getElementById(id);
  const form = $('begin'), said = $('said'), board = new BOARD.Board($('board'));
  const legend = BOARD.html('div', {}, BOARD.legend()); // which is empty in a game without pieces
  said.after(legend);
  const { setups, options } = JSON.parse($('data').textContent);
  const file = $('file');
  let own = ''; // the fragment that this page wrote

  const trouble = e => { said.textContent = e.message; $('trouble').textContent = e.message; };
  const guard = f => async (...args) => { $('trouble').textContent = ''; try { await f(...args); } catch (e) { trouble(e); } };

  const setup = () => ({
    ...(form.elements.setup ? { id: form.elements.setup.value } : {}), seed: String(Math.trunc(form.elements.seed.value) || 1),
    ...(options.length ? { options: Object.fromEntries(options.map(o => [o.id, form.elements['option-' + o.id].value])) } : {}),
  });
  // fill shows the set-up of a play in the form
  const fill = s => {
    if (form.elements.setup && setups.some(x => x.id === s.id)) form.elements.setup.value = s.id;
    form.elements.seed.value = s.seed || '';
    for (const o of options) {
      const field = form.elements['option-' + o.id], chosen = s.options && s.options[o.id];
      field.value = o.values.includes(chosen) ? chosen : [...field.options].find(x => x.defaultSelected).value;
    }
  };
  const game = document.body.dataset.game, save = () => PLAY.ask('save', game);
  const viewer = form.elements.view;
  const keep = async () => {
    own = '#play=' + await PLAY.token(save().text) + (viewer && viewer.value !== 'everything' ? '&view=' + encodeURIComponent(viewer.value) : '');
    try { history.replaceState(null, '', own); } catch { /* a browser that takes no more of them for now */ }
    $('link').href = own;
  };
  try {
    said.textContent = 'The rules are being loaded …';
    await PLAY.ready();
  } catch (e) { trouble(e); return; }
  said.textContent = '';

  const saveFile = () => {
    const link = BOARD.html('a', { download: game + '.play', href: 'data:application/yaml;charset=utf-8,' + encodeURIComponent(save().text) });
    link.click();
  };
  const panel = {
    drawing: BOARD, board, table: $('table'), said, title: 'The play', name: 'Played in the report', drawn: true,
    place: e => $('beside').prepend(e), moved: keep, viewAs: seat => view(seat), tools: [['Save', saveFile], ['Resume …', () => file.click()]],
  }, play = PLAY.open(panel);
  // reseat draws the board of the seats that play if it is drawn for another number of them
  const reseat = () => {
    if (!options.some(o => o.seats)) return;
    const table = PLAY.ask('table');
    if (table.seats.length === panel.drawing.seats.length) return;
    const drawn = $('board'), empty = drawn.cloneNode();
    empty.classList.remove('large');
    drawn.replaceWith(empty);
    panel.drawing = boardOf(table);
    panel.board = new panel.drawing.Board(empty);
    legend.replaceChildren(panel.drawing.legend());
    if (!viewer) return;
    const chosen = viewer.value;
    viewer.querySelectorAll('[data-seat]').forEach(o => o.remove());
    viewer.lastElementChild.before(...table.seats.map(s => BOARD.html('option', { value: s.id, 'data-seat': '' }, 'as ' + s.title)));
    viewer.value = [...viewer.options].some(o => o.value === chosen) ? chosen : 'everybody'; // as the machine does
  };
  const view = seat => {
    viewer.value = seat;
    play.view(seat);
  };
  if (viewer) viewer.addEventListener('change', () => play.view(viewer.value));
  const begin = guard(async () => {
    PLAY.ask('begin', JSON.stringify(setup()), '[]');
    reseat();
    play.begun();
  });
  const resume = guard(async text => {
    const ended = PLAY.ask('resume', text, game);
    fill(save().setup);
    reseat();
    play.begun();
    if (ended) trouble(new Error(ended));
  });
  const linked = guard(async () => {
    const m = /^#play=([\w-]+)(?:&view=([^&]+))?$/.exec(location.hash);
    if (!m || location.hash === own) return;
    const text = await PLAY.untoken(m[1]), seat = m[2] && decodeURIComponent(m[2]);
    await resume(text);
    if (seat && viewer && [...viewer.options].some(o => o.value === seat)) view(seat);
  });
  form.addEventListener('submit', e => { e.preventDefault(); begin(); });
  file.addEventListener('change', guard(async () => {
    const [chosen] = file.files;
    file.value = '';
    if (!chosen) return;
    if (chosen.size > 16 << 20) throw new Error('The file is too large to be a saved play.');
    await resume(await chosen.text());
  }));
  addEventListener('hashchange', linked);
  form.elements.seed.value = PLAY.seed();
  form.hidden = false;
  await begin();
  await linked();
  document.body.dataset.ready = 'yes';
})();
