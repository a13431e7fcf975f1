/**
 * Updates an open page. Every form works without this script.
 *
 * When the server reports a change, the script fetches the page and replaces the parts that differ. Forms that a person
 * has begun to fill in stay, and so does the focus.
 */

/** The shortest time between two fetches, in milliseconds. */
const LEAST_PAUSE_MS = 1_000;
/** Pause before a refused stream is opened again, in milliseconds. It doubles up to the longest one. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
/** Interval at which ages such as "2 minutes" are updated, in milliseconds. */
const TICK_MS = 10_000;
/** A second submit of a form within this time is ignored, in milliseconds: a person pressed the button twice. */
const SENT_TWICE_MS = 5_000;

const news = document.getElementById('news');
const live = document.getElementById('live');
/** The parts of this page as the server wrote them, by ID. The script may have changed them since. */
const written = new Map();

const partsOf = (root) => root.querySelectorAll('[data-live]');
const versionOf = (part) => part.dataset.version ?? part.outerHTML;
const say = (text) => {
  if (news) news.textContent = text;
};
const sayState = (text) => {
  if (!live) return;
  live.hidden = text === '';
  live.textContent = text;
};

/** Formats a duration, with the same words as `duration-words.ts`. */
function toWords(ms) {
  if (ms < 2_000) return 'a moment';
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ];
  const [unit, unitMs] = units.find(([, size]) => ms >= size);
  const count = Math.floor(ms / unitMs);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Shows moments in the reader's time zone, and the current age of moments with `data-since`. */
function showTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    if ('since' in time.dataset) {
      time.title = moments.format(date);
      time.textContent = toWords(Date.now() - date.getTime());
    } else {
      time.title ||= time.textContent;
      time.textContent = moments.format(date);
    }
  }
}

/** Converts times in form fields from UTC to the reader's time zone. */
function takeZones(root) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  for (const zone of root.querySelectorAll('input[data-zone-of]')) {
    if (zone.value !== 'UTC') continue;
    const field = document.getElementById(zone.dataset.zoneOf);
    const date = new Date(`${field.value}Z`);
    if (!Number.isNaN(date.getTime())) {
      const two = (value) => String(value).padStart(2, '0');
      const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
      field.value = `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
    }
    zone.value = timeZone;
    const note = document.getElementById(`${zone.dataset.zoneOf}-zone`);
    note.textContent = `Your time zone: ${timeZone.replaceAll('_', ' ')}`;
  }
}

function remember(part) {
  written.set(part.id, versionOf(part));
  showTimes(part);
  takeZones(part);
}

/** Returns true if a person has begun to fill in the part's form. */
const isTouched = (part) => {
  const form = part.querySelector('form');
  return form !== null && ('touched' in form.dataset || part.contains(document.activeElement));
};

/** Closes a question that a person was answering. Their input stays, to be read and copied. */
function close(part) {
  if (part.dataset.closed) return;
  part.dataset.closed = 'true';
  const text = 'This question is not open any more: it was answered elsewhere, or withdrawn.';
  const note = document.createElement('p');
  note.className = 'summary';
  note.tabIndex = -1;
  note.textContent = text;
  const hadFocus =
    document.activeElement instanceof HTMLButtonElement && part.contains(document.activeElement);
  part.querySelector('h2')?.after(note);
  for (const button of part.querySelectorAll('button')) button.remove();
  for (const field of part.querySelectorAll('input, textarea')) field.readOnly = true;
  if (hadFocus) note.focus();
  say(text);
}

/** Replaces the changed parts of the page. */
function take(fresh) {
  const focused = document.activeElement?.id;
  const said = [];
  for (const part of partsOf(fresh)) {
    const old = document.getElementById(part.id);
    if (old?.dataset.closed) continue;
    if (old && written.get(part.id) === versionOf(part)) continue;
    if (part.dataset.say && part.dataset.say !== old?.dataset.say) said.push(part.dataset.say);
    if (!old) continue;
    if (isTouched(old)) {
      close(old);
      continue;
    }
    const taken = document.importNode(part, true);
    old.replaceWith(taken);
    remember(taken);
  }
  for (const list of fresh.querySelectorAll('[data-live-list]')) takeList(list);
  for (const list of document.querySelectorAll('[data-live-list]')) {
    // The new page has no such list, because it says that there are no entries.
    if (!fresh.getElementById(list.id)) leaveOut(list, new Set());
  }
  document.title = fresh.title;
  const heading = fresh.querySelector('h1');
  if (heading) document.querySelector('h1')?.replaceChildren(...heading.childNodes);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  if (said.length > 0) say([...new Set(said)].join(' '));
}

/** Removes entries that are no longer in a list. */
function leaveOut(list, ids) {
  for (const old of [...list.children]) {
    if (ids.has(old.id)) continue;
    written.delete(old.id);
    if (isTouched(old)) close(old);
    else old.remove();
  }
}

/** Adds new entries to a list and removes old ones, in the new order. */
function takeList(fresh) {
  const list = document.getElementById(fresh.id);
  if (!list) return;
  leaveOut(list, new Set(Array.from(fresh.children, ({ id }) => id)));
  let last;
  for (const part of fresh.children) {
    let here = document.getElementById(part.id);
    if (!here) {
      here = document.importNode(part, true);
      if (last) last.after(here);
      else list.prepend(here);
      remember(here);
    } else if (last && last.nextElementSibling !== here && !here.contains(document.activeElement)) {
      last.after(here);
    }
    last = here;
  }
}

let isFetching = false;
let isStale = false;
/** True once this page can't change any more. */
let isOver = false;

async function refresh() {
  if (isFetching) {
    isStale = true;
    return;
  }
  isFetching = true;
  isStale = false;
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    if (response.status === 401) ended();
    else if (response.ok || response.status === 404) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      // While the server is down, another program, such as a proxy, may answer.
      if (page.getElementById('news')) {
        isOver = !response.ok;
        take(page);
      }
    }
  } catch {
    // The stream opens again when the server is back.
  }
  await new Promise((resolve) => {
    setTimeout(resolve, LEAST_PAUSE_MS);
  });
  isFetching = false;
  if (isStale) await refresh();
}

let stream;
let wasOpen = false;
let retryMs = FIRST_RETRY_MS;

function ended() {
  isOver = true;
  stream?.close();
  sayState('');
  const link = document.createElement('a');
  link.href = document.body.dataset.signIn ?? location.href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Sign in again, in another tab';
  news?.replaceChildren('Your session has ended. What you have filled in is still here. ', link);
}

function listen(address) {
  stream = new EventSource(address);
  stream.addEventListener('open', () => {
    sayState('');
    retryMs = FIRST_RETRY_MS;
    // The stream has not reported changes while it was closed.
    if (wasOpen) void refresh();
    wasOpen = true;
  });
  stream.addEventListener('changed', () => void refresh());
  stream.addEventListener('finished', () => {
    stream.close();
  });
  stream.addEventListener('error', () => {
    sayState('Changes are not shown at the moment. Trying again…');
    if (stream.readyState === EventSource.CLOSED) void refused(address);
  });
}

/** Opens a refused stream again, because the browser doesn't. A proxy may refuse it while the server is down. */
async function refused(address) {
  wasOpen = true;
  await refresh();
  if (isOver) {
    sayState('');
    return;
  }
  setTimeout(() => {
    listen(address);
  }, retryMs);
  retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
}

for (const part of partsOf(document)) written.set(part.id, versionOf(part));
showTimes(document);
takeZones(document);
function tick() {
  showTimes(document);
  setTimeout(tick, TICK_MS);
}
setTimeout(tick, TICK_MS);
document.addEventListener('input', (event) => {
  const form = event.target.closest?.('form');
  if (form) form.dataset.touched = 'true';
});
document.addEventListener('submit', (event) => {
  const form = event.target;
  const sentAtMs = Number(form.dataset.sentAtMs ?? 0);
  if (Date.now() - sentAtMs < SENT_TWICE_MS) event.preventDefault();
  else form.dataset.sentAtMs = String(Date.now());
});
globalThis.addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sentAtMs;
});
document.querySelector('.summary[role=alert]')?.focus();
if (document.body.dataset.events) listen(document.body.dataset.events);
