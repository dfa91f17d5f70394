// Everything works without this file; it spares typing and round trips.
const field = (name) => document.querySelector(`#card [name='${name}']`);

const grouped = (digits) =>
  /^3[47]/.test(digits)
    ? digits.replace(/^(.{4})(.{1,6})?(.*)$/, (_all, a, b = '', c = '') =>
        [a, b, c].filter(Boolean).join(' '),
      )
    : digits.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Writes a tidied value and keeps the caret behind the same digit. */
function tidy(input, format) {
  const before = input.value
    .slice(0, input.selectionStart ?? input.value.length)
    .replaceAll(/\D/g, '').length;
  input.value = format(input.value.replaceAll(/\D/g, ''));
  let at = 0;
  for (let seen = 0; at < input.value.length && seen < before; at += 1)
    if (/\d/.test(input.value[at])) seen += 1;
  if (document.activeElement === input) input.setSelectionRange(at, at);
}

field('number')?.addEventListener('input', ({ target }) =>
  tidy(target, (digits) => grouped(digits.slice(0, 19))),
);
field('expiry')?.addEventListener('input', ({ target, inputType }) => {
  if (inputType?.startsWith('delete')) return;
  tidy(target, (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 6)}` : digits));
});

for (const link of document.querySelectorAll('.test-cards a')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const { dataset } = link;
    for (const name of ['number', 'expiry', 'cvc']) field(name).value = dataset[name];
    for (const [name, value] of [
      ['name', 'Test Person'],
      ['country', 'US'],
    ]) {
      const input = document.querySelector(`[name='${name}']`);
      if (input?.value === '') input.value = value;
    }
    for (const other of document.querySelectorAll('.test-cards a')) other.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
  });
}

// A second press while the first is on its way changes nothing.
for (const form of document.querySelectorAll('form[data-once]')) {
  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault();
    sent = true;
  });
  window.addEventListener('pageshow', () => {
    sent = false;
  });
}

const result = document.querySelector('[data-result]');
if (result !== null) {
  const { intent, result: status, origin } = result.dataset;
  const opener = window.opener ?? (window.parent === window ? null : window.parent);
  if (origin) opener?.postMessage({ source: 'sandbox', type: 'authentication', intent, status }, origin);
  if (window.opener !== null) window.close();
}
