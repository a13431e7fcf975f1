/**
 * Keeps an open page as it would be if it were opened now. It is not needed for anything: every form works without it.
 *
 * The server says that something has changed; the page is fetched, and the parts that differ are put in the place of the old
 * ones. What somebody is about to fill in stays, and so does the focus.
 */

/** Pages are fetched no more often than this, in milliseconds. */
const LEAST_PAUSE_MS = 1_000;

const news = document.getElementById('news');
const live = document.getElementById('live');
/** The parts of this page as the server wrote them, by ID: a script may have changed them since. */
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

/** Writes moments as they are where the reader is. */
function showTimes(root) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of root.querySelectorAll('time')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    time.title = time.textContent;
    time.textContent = format.format(date);
  }
}

function remember(part) {
  written.set(part.id, versionOf(part));
  showTimes(part);
}

/** Whether somebody has begun to fill in a form. */
const isTouched = (part) => {
  const form = part.querySelector('form');
  return form !== null && ('touched' in form.dataset || part.contains(document.activeElement));
};

/** A question is gone that somebody is about to answer: what was filled in stays, to be read and copied. */
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

/** Puts what is new in the place of what is old, part by part. */
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
  document.title = fresh.title;
  const heading = fresh.querySelector('h1');
  if (heading) document.querySelector('h1')?.replaceChildren(...heading.childNodes);
  if (focused && document.activeElement === document.body) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  if (said.length > 0) say([...new Set(said)].join(' '));
}

/** What is in a list and was not, and the other way round; in the order of the new one. */
function takeList(fresh) {
  const list = document.getElementById(fresh.id);
  if (!list) return;
  const ids = new Set(Array.from(fresh.children, ({ id }) => id));
  for (const old of [...list.children]) {
    if (ids.has(old.id)) continue;
    written.delete(old.id);
    if (isTouched(old)) close(old);
    else old.remove();
  }
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
      take(new DOMParser().parseFromString(await response.text(), 'text/html'));
    }
  } catch {
    // The stream says when the server is there again.
  }
  await new Promise((resolve) => {
    setTimeout(resolve, LEAST_PAUSE_MS);
  });
  isFetching = false;
  if (isStale) await refresh();
}

let stream;

function ended() {
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
  let wasOpen = false;
  stream = new EventSource(address);
  stream.addEventListener('open', () => {
    sayState('');
    // What happened in between nobody has told.
    if (wasOpen) void refresh();
    wasOpen = true;
  });
  stream.addEventListener('changed', () => void refresh());
  stream.addEventListener('finished', () => {
    stream.close();
  });
  stream.addEventListener('error', () => {
    sayState('Changes are not shown at the moment. Trying again…');
    // A browser gives up for good where it is refused: the page says why.
    if (stream.readyState === EventSource.CLOSED) void refresh();
  });
}

for (const part of partsOf(document)) written.set(part.id, versionOf(part));
showTimes(document);
document.addEventListener('input', (event) => {
  const form = event.target.closest?.('form');
  if (form) form.dataset.touched = 'true';
});
document.querySelector('.summary[role=alert]')?.focus();
if (document.body.dataset.events) listen(document.body.dataset.events);
