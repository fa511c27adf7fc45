import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isLeftwards, isolated } from '../../../p2pgame/web/static/js/isolates.js';

const SARAH = 'שרה';
const apart = (text) => `\u2068${text}\u2069`;

test('what is written from right to left is kept apart, once, and nothing else is', () => {
  for (const name of [SARAH, 'شهاب 2', '𐤀', 'می\u200cنا']) {
    assert.equal(isolated(name), apart(name));
    assert.equal(isolated(isolated(name)), apart(name));
  }
  for (const name of ['Anna', 'Zoë', 'Анна', '田中', 'नमस्ते', '', '+20']) assert.ok(!isLeftwards(name));
});
