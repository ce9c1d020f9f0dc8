// The board on the first page: the position in which a game begins.
'use strict';
new BOARD.Board(document.getElementById('board')).show(new BOARD.Position(JSON.parse(document.getElementById('data').textContent).start));
