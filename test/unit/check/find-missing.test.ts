import { describe, expect, it } from '@jest/globals';

import { findMissing } from '../../../src/check/find-missing.js';
import { toExpression } from '../../../src/manifest/compile/compile-expression.js';

/** The findings about an expression on what a Query has shown. */
function inspect(text: string): readonly unknown[] {
  return toExpression(text).reads.map((reading) =>
    findMissing({ ...reading, input: [] }, [{ name: 'Ada' }]),
  );
}

describe('a name that nothing has shown', () => {
  it('is a problem where it is all that is read', () => {
    expect(inspect('$query.nam')).toStrictEqual([
      { level: 'problem', message: '$query has no "nam". Did you mean $query.name?' },
    ]);
  });

  it.each(['$query.nam || $query.name', 'not_null($query.nam, $query.name)'])(
    'is a warning where the expression goes on without it: %s',
    (text) => {
      expect(inspect(text)).toStrictEqual([
        { level: 'warning', message: '$query has no "nam". Did you mean $query.name?' },
        undefined,
      ]);
    },
  );
});
