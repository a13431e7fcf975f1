export const STREAM_TYPE = 'text/event-stream';

/** Matches a weight of zero, by which a client refuses a range. */
const REFUSED = /^q=0(?:\.0*)?$/;

/** Returns true if a client accepts a media type (RFC 9110, 12.5.1). Without the header, it accepts all. */
export function accepts(headers: Headers, type: string): boolean {
  const accept = headers.get('accept') ?? '';
  if (accept.trim() === '') return true;
  const ranges = [type, `${type.split('/', 1)[0] ?? ''}/*`, '*/*'];
  return accept.split(',').some((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    return ranges.includes(range) && !parameters.some((one) => REFUSED.test(one));
  });
}
