// The search: every word that is typed must begin a word of a rule.
(() => {
  'use strict';
  const form = document.getElementById('search');
  const field = form.elements.q;
  const found = document.getElementById('found');
  const status = document.getElementById('status');
  const words = Object.keys(catalogue.words).sort();
  const most = 50;

  function beginning(prefix) {
    let low = 0, high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      words[middle] < prefix ? low = middle + 1 : high = middle;
    }
    const rules = new Set();
    for (; low < words.length && words[low].startsWith(prefix); low++) {
      for (const n of catalogue.words[words[low]]) rules.add(n);
    }
    return rules;
  }

  function search(text) {
    const asked = text.toLowerCase().match(/[a-z0-9_]+/g) || [];
    if (!asked.length) return null;
    return asked.map(beginning).reduce((all, some) => new Set([...all].filter(n => some.has(n))));
  }

  function row([id, page, level, sentence]) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `${page}#${id}`;
    link.className = 'id';
    for (const part of id.split(/(?<=[./])/)) link.append(part, document.createElement('wbr'));
    const text = document.createElement('p');
    const mark = document.createElement('b');
    mark.className = 'level';
    mark.textContent = level;
    text.append(mark, ' ' + sentence);
    item.append(link, text);
    return item;
  }

  function show() {
    const hits = search(field.value);
    found.replaceChildren(...[...(hits || [])].sort((a, b) => a - b).slice(0, most).map(n => row(catalogue.entries[n])));
    found.hidden = !hits || !hits.size;
    const count = hits ? hits.size : 0;
    status.textContent = !hits ? '' : (count === 1 ? '1 rule' : `${count.toLocaleString('en')} rules`) + (count > most ? `, the first ${most} are shown` : '');
    if (hits) history.replaceState(null, '', '#q=' + encodeURIComponent(field.value));
    else if (location.hash.startsWith('#q=')) history.replaceState(null, '', '#');
  }

  form.addEventListener('submit', event => event.preventDefault());
  field.addEventListener('input', show);
  addEventListener('keydown', event => {
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    } else if (event.key === 'Escape' && document.activeElement === field) {
      field.value = '';
      show();
    }
  });
  addEventListener('hashchange', restore);

  function restore() {
    if (!location.hash.startsWith('#q=')) return;
    field.value = decodeURIComponent(location.hash.slice(3));
    show();
  }

  form.hidden = false;
  restore();
})();
