/**
 * Shows times in the reader's time zone, keeps lists and tasks current, and sends each form once. Every page works
 * without this script.
 */

/** Interval at which a page without a form is read again, in milliseconds. */
const RELOAD_MS = 15_000;
/** A second submit of a form within this time is ignored, in milliseconds: a person pressed the button twice. */
const SENT_TWICE_MS = 5_000;

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Shows moments in the reader's time zone. */
function showTimes() {
  for (const time of document.querySelectorAll('time')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    if ('since' in time.dataset) {
      time.title = moments.format(date);
    } else {
      time.title = time.textContent;
      time.textContent = moments.format(date);
    }
  }
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

function show() {
  showTimes();
  takeZones();
}

/** Replaces the content of the page by the current one. Returns false if that changes no more by itself. */
async function reload() {
  const response = await fetch(location.href, { cache: 'no-store' });
  // The session has ended, and the browser shows where to sign in.
  if (response.status === 401) location.reload();
  if (!response.ok && response.status !== 404) return true;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = fresh.querySelector('main');
  // While the server is away, another program, such as a proxy, may answer.
  if (!main) return true;
  const focused = document.activeElement?.id;
  document.title = fresh.title;
  const [tabs, freshTabs] = [document, fresh].map((page) => page.querySelector('.tabs'));
  if (tabs && freshTabs) tabs.replaceChildren(...freshTabs.childNodes);
  document.querySelector('main').replaceChildren(...main.childNodes);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  show();
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

show();
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
