'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const number = n => n.toLocaleString('en');
  const form = document.getElementById('filters');
  const count = document.getElementById('count');
  const cell = document.getElementById('cell');
  const reset = form.querySelector('[type=reset]');
  const groups = all('.group').map(node => ({node, open: node.open}));
  const specs = all('.spec').map(node => {
    const list = (name, separator) => (node.dataset[name] || '').split(separator);
    return {node, verdict: node.dataset.verdict, interfaces: list('interfaces', ' '), profiles: list('profiles', ' '), cells: list('cells', '|')};
  });

  // The filters are what the fragment of the address says, so that a link keeps
  // them: verdict (several, with commas), interface, profile, q, and method and
  // code for a cell of the matrix.
  let filter = new URLSearchParams();
  const get = name => filter.get(name) || '';
  const words = text => text.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = spec => spec.text ??= spec.node.textContent.toLowerCase();

  function matcher() {
    const verdicts = get('verdict').split(',').filter(Boolean);
    const [face, profile, method, code] = ['interface', 'profile', 'method', 'code'].map(get);
    const sought = words(get('q'));
    const inCell = key => {
      const space = key.lastIndexOf(' ');
      return (!method || key.slice(0, space) === method) && (!code || key.slice(space + 1) === code);
    };
    return spec =>
      (!verdicts.length || verdicts.includes(spec.verdict)) &&
      (!face || spec.interfaces.includes(face)) &&
      (!profile || spec.profiles.includes(profile)) &&
      (!(method || code) || spec.cells.some(inCell)) &&
      sought.every(word => textOf(spec).includes(word));
  }

  const filtering = () => ['verdict', 'interface', 'profile', 'q', 'method', 'code'].some(get);

  function apply() {
    const matches = matcher();
    let shown = 0;
    for (const spec of specs) {
      const match = matches(spec);
      spec.node.hidden = !match;
      shown += match;
    }
    for (const {node, open} of groups) {
      const [some, of] = [all('.spec:not([hidden])', node).length, all('.spec', node).length];
      node.hidden = !some;
      node.querySelector('.amount').textContent = some < of ? `${number(some)} of ${number(of)}` : number(of);
      node.open = filtering() || open;
    }
    count.textContent = `${number(shown)} of ${number(specs.length)} specs`;
    reset.hidden = !filtering();
    cell.hidden = !get('method') && !get('code');
    cell.textContent = [get('method'), get('code') === 'other' ? 'other rules' : get('code')].filter(Boolean).join(' ');
    cell.setAttribute('aria-label', `Remove the filter ${cell.textContent}`);
  }

  function showForm() {
    for (const name of ['q', 'interface', 'profile']) form.elements[name].value = get(name);
    const verdicts = get('verdict').split(',');
    for (const box of all('[name=verdict]', form)) box.checked = verdicts.includes(box.value);
  }

  function set(changes) {
    for (const [name, value] of Object.entries(changes)) value ? filter.set(name, value) : filter.delete(name);
    filter.delete('spec');
    const fragment = filter.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/');
    history.replaceState(null, '', '#' + fragment);
    apply();
  }

  function reveal(id, focus) {
    const node = document.getElementById('spec=' + id);
    if (!node) return;
    node.closest('.group').open = true;
    node.open = true;
    node.scrollIntoView();
    if (focus) node.querySelector('summary').focus({preventScroll: true});
  }

  function follow(event) {
    const fragment = location.hash.slice(1);
    if (fragment && !fragment.includes('=')) return; // a part of the page
    filter = new URLSearchParams(fragment);
    showForm();
    apply();
    if (get('spec')) {
      reveal(get('spec'), Boolean(event));
    } else if (event && filtering()) {
      const heading = document.getElementById('results');
      heading.focus({preventScroll: true});
      heading.scrollIntoView();
    }
  }

  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('input', () => set({
    q: form.elements.q.value,
    interface: form.elements.interface.value,
    profile: form.elements.profile.value,
    verdict: all('[name=verdict]:checked', form).map(box => box.value).join(','),
  }));
  form.addEventListener('reset', event => {
    event.preventDefault();
    filter = new URLSearchParams();
    set({});
    showForm();
    form.elements.q.focus();
  });
  cell.addEventListener('click', () => {
    set({method: '', code: ''});
    form.elements.q.focus();
  });
  addEventListener('hashchange', follow);

  for (const link of all('a[data-method]')) {
    const at = new URLSearchParams({method: link.dataset.method});
    if (link.dataset.code) at.set('code', link.dataset.code);
    link.hash = at.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  }

  for (const command of all('.command')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.title = 'Copy the command that repeats this spec';
    button.addEventListener('click', async () => {
      const code = command.querySelector('code');
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = 'Selected';
      }
    });
    button.addEventListener('blur', () => { button.textContent = 'Copy'; });
    command.append(button);
  }

  // The last call shows what went wrong.
  for (const spec of all('.spec.fail')) {
    const toEnd = () => {
      const trace = spec.querySelector('.trace');
      if (trace) trace.scrollTop = trace.scrollHeight;
    };
    toEnd();
    spec.addEventListener('toggle', toEnd, {once: true});
  }

  // On paper nothing can be opened: what tells most is, and of the rest what is open here.
  const telling = ['.group', '.spec.told', 'details:not(.group, .spec)'];
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = all(telling.map((kind) => kind + ':not([open])').join());
    for (const node of closed) node.open = true;
  });
  addEventListener('afterprint', () => {
    for (const node of closed) node.open = false;
  });

  form.hidden = false;
  follow();
})();
