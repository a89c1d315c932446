// Members of ours that nobody outside the scripts of the page's world ever names: they are shortened there.
//
// `main.js` is read by every page before its first script, and each byte of it counts. A name may stand
// here only if it is never part of JSON, never a member of anything the browser or the page made, and
// never reached by a computed name; packages/extension/tests/private-names.test.ts looks after that.

const ROOMS = {
  context: 'quietly natives nextId isOwn emit page settings pending moments sink own count',
  natives: 'soon after listen unlisten iso random',
  reports: 'annotations report isNew sent stop entry since waiting heard fibers way',
  requests:
    'exchanges exchange readings bodies begin hold answer expect finish fail record startedAt isSync isCut',
  hooks: 'context reporter untold',
  values: 'above nodes chars items',
};

export const PRIVATE_NAMES = Object.values(ROOMS).join(' ').split(' ');
