'use strict';
(() => {
  // Without a script the rows are sorted by provider, the latest first.
  const body = document.querySelector('.results tbody');
  const rows = [...body.rows];
  const heads = [...document.querySelectorAll('th[data-sort]')];
  const sort = (head, down) => {
    const key = head.dataset.sort.toLowerCase();
    const text = row => row.dataset[key] || '';
    const sorted = [...rows].sort((a, b) => (text(a) === '') - (text(b) === '') || (text(a) < text(b) ? -1 : text(a) > text(b)) * (down ? -1 : 1));
    body.replaceChildren(...sorted);
    for (const h of heads) h.setAttribute('aria-sort', h !== head ? 'none' : down ? 'descending' : 'ascending');
  };
  for (const head of heads) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    button.addEventListener('click', () => sort(head, head.getAttribute('aria-sort') === 'ascending'));
    head.replaceChildren(button);
  }
})();
