import { type Expression, INPUT } from '../../../core/mapping/expression.js';
import { toJsonPointer } from '../../../core/value/json-pointer.js';

/** The place in a call's arguments that an expression reads; `''` if it computes a value. */
export function pathOfArgument({ place }: Pick<Expression, 'place'>): string {
  return place?.root === INPUT ? toJsonPointer(place.path) : '';
}
