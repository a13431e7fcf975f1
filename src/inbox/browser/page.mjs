/**
 * Shows times in the reader's time zone, keeps lists and tasks current, and sends each form once. Every page works
 * without this script.
 */

/** Interval at which a page without a form is read again, in milliseconds. */
const RELOAD_MS = 15_000;
/** A second submit of a form within this time is ignored, in milliseconds: a person pressed the button twice. */
const SENT_TWICE_MS = 5_000;

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
/** Moments of a timeline: within a day, and over several days. */
const clocks = {
  time: new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }),
  day: new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }),
};

/** Shows moments in the reader's time zone. */
function showTimes(page) {
  for (const time of page.querySelectorAll('time')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    if ('since' in time.dataset) {
      time.title = moments.format(date);
    } else if ('clock' in time.dataset) {
      time.textContent = clocks[time.dataset.clock].format(date);
    } else {
      time.title = time.textContent;
      time.textContent = moments.format(date);
    }
  }
  for (const note of page.querySelectorAll('[data-zone]')) note.remove();
}

/** Converts times in form fields from UTC to the reader's time zone. */
function takeZones() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  for (const zone of document.querySelectorAll('input[data-zone-of]')) {
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

/** Prepares a page, also one that is not shown yet. */
function prepare(page) {
  showTimes(page);
  page.getElementById('keys')?.removeAttribute('hidden');
}

/** Attributes that belong to the reader. */
const OWN = ['open', 'aria-pressed'];

/** Makes an element's attributes those of another one. */
function takeAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!OWN.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** Changes a node to another one. What is the same stays, and with it selection, focus and ticks. */
function change(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType !== old.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  takeAttributes(old, fresh);
  changeContent(old, fresh);
}

function changeContent(old, fresh) {
  const ids = new Set([...fresh.children].map(({ id }) => id).filter(Boolean));
  const known = new Map();
  for (const child of [...old.children]) {
    if (child.id === '') continue;
    if (ids.has(child.id)) known.set(child.id, child);
    else child.remove();
  }
  let place = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const isLike = place !== null && !place.id && !node.id && place.nodeName === node.nodeName;
    const match = node.id ? known.get(node.id) : isLike ? place : undefined;
    if (match === undefined) {
      old.insertBefore(node, place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else old.insertBefore(match, place);
    change(match, node);
  }
  while (place !== null) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** Replaces what has changed on the page. Returns false if it changes no more by itself. */
async function reload() {
  const response = await fetch(location.href, { cache: 'no-store' });
  // The session has ended, and the browser shows where to sign in.
  if (response.status === 401) location.reload();
  if (!response.ok && response.status !== 404) return true;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = fresh.querySelector('main');
  // While the server is away, another program, such as a proxy, may answer.
  if (!main) return true;
  prepare(fresh);
  const focused = document.activeElement?.id;
  document.title = fresh.title;
  const [tabs, freshTabs] = [document, fresh].map((page) => page.querySelector('.tabs'));
  if (tabs && freshTabs) change(tabs, freshTabs);
  changeContent(document.querySelector('main'), main);
  // An element that has moved has lost the focus.
  if (focused && document.activeElement?.id !== focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  takeZones();
  countTicks();
  return 'reloads' in fresh.body.dataset;
}

function reloadLater() {
  setTimeout(async () => {
    // Nobody reads a hidden page. A server that is away may come back.
    const goesOn = document.hidden || (await reload().catch(() => true));
    if (goesOn) reloadLater();
  }, RELOAD_MS);
}

// The note about the last action is shown once.
const address = new URL(location.href);
address.searchParams.delete('done');
history.replaceState(history.state, '', address);

const NO_KEYS = 'inbox-keys-off';
const TYPED_IN = 'input:not([type=checkbox]), textarea, select, dialog';

/** Says how many questions are selected. */
function countTicks() {
  const text = document.getElementById('bulk-count');
  if (!text) return;
  const count = document.querySelectorAll('#questions input[name=pick]:checked').length;
  text.textContent = count === 0 ? 'The selected ones:' : `${count} selected:`;
}

function areKeysOff() {
  return globalThis.localStorage.getItem(NO_KEYS) !== null;
}

/** The row with the focus. */
function currentRow() {
  return document.activeElement?.closest('.row');
}

/** Moves the focus by some rows. Without a focus, the first row gets it. */
function moveBy(steps) {
  const rows = [...document.querySelectorAll('.row')];
  const at = rows.indexOf(currentRow());
  const to = at < 0 ? 0 : Math.min(Math.max(at + steps, 0), rows.length - 1);
  rows[to]?.querySelector('a')?.focus();
}

function tick() {
  currentRow()?.querySelector('input[name=pick]')?.click();
}

/** Leads to the page that asks about the selected questions, or about the current one. */
function approve() {
  const list = document.getElementById('questions');
  if (!list?.querySelector('input[name=pick]:checked')) tick();
  if (list?.querySelector('input[name=pick]:checked')) {
    list.requestSubmit(list.querySelector('button[value=approve]'));
  }
}

const KEYS = {
  j: () => moveBy(1),
  k: () => moveBy(-1),
  e: tick,
  a: approve,
  '/': () => document.getElementById('search')?.focus(),
  '?': () => document.getElementById('keys-dialog')?.showModal(),
};

function takeKeys() {
  const off = document.getElementById('keys-off');
  if (!off) return;
  off.setAttribute('aria-pressed', String(areKeysOff()));
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (isShortcut || areKeysOff() || event.target.closest?.(TYPED_IN)) return;
    const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener('click', ({ target }) => {
    const dialog = document.getElementById('keys-dialog');
    if (target.id === 'keys-open') dialog.showModal();
    if (target.id === 'keys-close') dialog.close();
    if (target.id === 'keys-off') {
      if (areKeysOff()) globalThis.localStorage.removeItem(NO_KEYS);
      else globalThis.localStorage.setItem(NO_KEYS, 'off');
      target.setAttribute('aria-pressed', String(areKeysOff()));
    }
  });
  document.addEventListener('change', countTicks);
}

prepare(document);
takeZones();
takeKeys();
countTicks();
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
if ('reloads' in document.body.dataset) reloadLater();
