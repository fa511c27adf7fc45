import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inviteIn } from '../../../p2pgame/web/static/js/lobby/invite_text.js';

const INVITE = 'P2PGAME:AIBADCXY7Q';

test('an invite is found whole wherever a line was broken', () => {
  for (const blank of [' ', '\n', '\r\n', '\t', '\u00a0', '\u00ad', '\u200b', '\u2060', '\ufeff', '  \n ']) {
    for (let at = 8; at <= INVITE.length; at++) {
      const broken = INVITE.slice(0, at) + blank + INVITE.slice(at);
      assert.equal(inviteIn(broken), INVITE);
      assert.equal(inviteIn(`https://cards.example/#${broken}`), INVITE);
    }
  }
});

test('what is said around an invite is no part of it', () => {
  assert.equal(inviteIn(`Come! p2pgame join ${INVITE} Bring Ben.`), INVITE);
  assert.equal(inviteIn(`<${INVITE}>`), INVITE);
  assert.equal(inviteIn('P2PGAME-WATCH:AIBA DCXY and look on'), 'P2PGAME-WATCH:AIBADCXY');
});

test('words stay as they are', () => {
  assert.equal(inviteIn(' 7 purple sausages river '), '7 purple sausages river');
});
