/**
 * The nightly column of "Figures to aim at" (design/security.md): what each part runs, the figure asked for,
 * and where its output tells the figure seen. A figure asked for stands here and nowhere else.
 *
 * @typedef {object} Figure
 * @property {string} what
 * @property {number} asked
 * @property {RegExp} seen its groups hold the number; of several the fold counts
 * @property {'sum' | 'least' | 'most'} [fold] `sum` by default
 * @property {boolean} [atMost] the figure is a limit, and no trial makes it smaller
 * @property {boolean} [fixed] a trial asks for as much
 * @property {boolean} [timed] a figure of a quiet machine and of a long time, which a trial only has to tell
 * @property {boolean} [inParts] a trial may ask for less than one
 *
 * @typedef {object} NightlyPart
 * @property {string} name
 * @property {string} title
 * @property {Record<string, Figure>} figures
 * @property {(figures: Record<string, number>, isTrial: boolean) => (string | number)[][]} commands scripts with their
 *   arguments, one after the other; the figures are those asked for, or their share in a trial
 * @property {string} [limit] why a machine of two cores falls short of the figure in a night: short is then no failure,
 *   and no success either
 */

const SEED_DAYS = 50
const SEED_LOANS = 2
/** As many processes as the machine of the night has cores. */
const SIDE_BY_SIDE = 2
/** Kills and lost answers take more time than the days themselves: one seed in so many has them, and the embedded database. */
const FAULTS_IN = 100
const FAULTY_MINUTES = 120
const SEED_MINUTES = 480

/** @type {NightlyPart[]} */
export const NIGHTLY_PARTS = [
  {
    name: 'kills',
    title: 'the process killed at every mark, on PostgreSQL and with the embedded database in it',
    figures: {
      alone: { what: 'kills of the process', asked: 3_000, seen: /^Process: (\d+) kills/gm },
      embedded: {
        what: 'with the embedded database in it',
        asked: 200,
        seen: /^Process, embedded: (\d+) kills/gm,
      },
    },
    commands: ({ alone, embedded }, isTrial) => [
      killing({ kills: alone, 'embedded-kills': embedded, 'database-kills': 0 }, isTrial),
    ],
  },
  {
    name: 'database-kills',
    title: 'PostgreSQL killed with the process',
    figures: {
      database: { what: 'kills of PostgreSQL', asked: 200, seen: /^PostgreSQL and process: (\d+) kills/gm },
    },
    commands: ({ database }, isTrial) => [
      killing({ kills: 0, 'embedded-kills': 0, 'database-kills': database }, isTrial),
    ],
  },
  {
    name: 'seeds',
    title: 'simulated lenders, one seed after the other',
    limit: `it is given ${(FAULTY_MINUTES + SEED_MINUTES) / 60} hours; two quiet cores need about five`,
    figures: {
      seeds: { what: 'seeds', asked: 10_000, seen: /^(\d+) seeds and \d+ loan-days lived/gm },
      loanDays: { what: 'loan-days', asked: 1_000_000, seen: /^\d+ seeds and (\d+) loan-days lived/gm },
    },
    commands: ({ seeds }) => {
      const faulty = Math.max(1, Math.floor(seeds / FAULTS_IN))
      const days = { loans: SEED_LOANS, days: SEED_DAYS + 1, 'by-hand': 10, 'side-by-side': SIDE_BY_SIDE }
      const others = { seed: faulty + 1, seeds: Math.max(1, seeds - faulty) }
      return [
        command('simulate.mjs', { seeds: faulty, faults: true, ...days, minutes: FAULTY_MINUTES }),
        command('simulate.mjs', { ...others, ...days, database: 'postgresql', minutes: SEED_MINUTES }),
      ]
    },
  },
  {
    name: 'plants',
    title: 'planted defects: each alone and each pair of them; and those of the kills',
    figures: {
      found: {
        what: 'found of 12 and their 66 pairs (30 are asked for)',
        asked: 78,
        seen: /^(\d+) of \d+ planted defects and pairs/gm,
      },
      kills: { what: 'found by kills', asked: 6, seen: /^(\d+) of \d+ planted defects were found/gm },
    },
    commands: (_, isTrial) =>
      isTrial
        ? [
            command('simulate.mjs --plants', { among: 'noticeSentTwice+undoneTooLate', pairs: 1 }),
            command('proof.mjs --plants', { among: 'keyNotSpent' }),
          ]
        : [command('simulate.mjs --plants', { pairs: 66 }), command('proof.mjs --plants')],
  },
  {
    name: 'fuzz',
    title: 'fuzzing: generated requests to every call',
    figures: { requests: { what: 'requests', asked: 200_000, seen: /^(\d+) requests to \d+ targets/gm } },
    commands: ({ requests }) => [command('proof-fuzz.mjs', { requests })],
  },
  {
    name: 'files',
    title: 'edited files for the readers of pictures, tables, papers and ACH',
    figures: {
      readers: { what: 'readers', asked: 4, fixed: true, seen: /^(\d+) readers were given edited files/gm },
      minutes: {
        what: 'minutes each',
        asked: 10,
        inParts: true,
        seen: /readers were given edited files for ([\d.]+) min/gm,
      },
    },
    commands: ({ minutes }) => [command('proof-files.mjs', { minutes })],
  },
  {
    name: 'access',
    title: 'the access matrix with each condition on the owner left out in turn',
    figures: {
      missed: {
        what: 'conditions that no test misses',
        asked: 0,
        atMost: true,
        seen: /, (\d+) are not\.$/gm,
      },
    },
    commands: (_, isTrial) => [
      command('proof-access.mjs', isTrial ? { calls: 'documentFile', filter: SOME_FILTER } : {}),
    ],
  },
  {
    name: 'mutation',
    title: 'money, dates and access changed in one place at a time: do their tests notice?',
    figures: {
      score: {
        what: 'the lowest score of a module, %',
        asked: 85,
        fixed: true,
        fold: 'least',
        seen: /: ([\d.]+) % of \d+ changes were noticed/gm,
      },
    },
    commands: (_, isTrial) => [command(`proof-mutation.mjs ${isTrial ? SOME_MODULE_FILE : '--all'}`)],
  },
  {
    name: 'canary',
    title: 'generated people, and a search for what is theirs in all that is left, on both databases',
    figures: {
      people: { what: 'people on each', asked: 1_000, fold: 'least', seen: /(\d+) people applied/gm },
    },
    commands: ({ people }) => [
      command('canary.mjs', { people }),
      command('canary.mjs', { people, postgres: true }),
    ],
  },
  {
    name: 'enumeration',
    title: 'addresses with an account and without: the same answers in the same time',
    figures: {
      addresses: { what: 'of each kind to each call', asked: 2_000, seen: /^(\d+) known and \d+ unknown/gm },
      apart: {
        what: 'calls that tell them apart',
        asked: 0,
        atMost: true,
        seen: /addresses of each call, (\d+)/gm,
      },
    },
    commands: ({ addresses }) => [command('proof-enumeration.mjs', { addresses: Math.max(10, addresses) })],
  },
  {
    name: 'sockets',
    title: 'idle channels held for half an hour, then all cut at once',
    figures: {
      sockets: { what: 'channels', asked: 10_000, seen: /^(\d+) channels of \d+ customers/gm },
      seconds: { what: 'seconds held', asked: 1_800, seen: /customers, held for (\d+) s/gm },
      cut: { what: 'cut while held', asked: 0, atMost: true, seen: /cut while they were held +(\d+)/gm },
      back: {
        what: 's until the last is back',
        asked: 30,
        atMost: true,
        timed: true,
        seen: /is back after +([\d.]+) s/gm,
      },
      lost: { what: 'messages lost', asked: 0, atMost: true, seen: /lost, or heard twice +(\d+)/gm },
    },
    commands: ({ sockets, seconds }) => [
      command('bench.mjs sockets', { count: sockets, seconds, storm: true, strict: true }),
    ],
  },
  {
    name: 'load',
    title: 'a mix of reads, writes and sign-ins for half an hour',
    figures: {
      rate: {
        what: 'requests a second',
        asked: 200,
        fixed: true,
        seen: /a mix of (\d+) requests a second/gm,
      },
      seconds: { what: 'seconds', asked: 1_800, seen: /a mix of \d+ requests a second for (\d+) s/gm },
      signIn: {
        what: 'sign-in p99, ms',
        asked: 1_500,
        atMost: true,
        timed: true,
        seen: /sign in: p99 +([\d.]+) ms/gm,
      },
      errors: { what: '% not answered', asked: 0.01, atMost: true, seen: /as wished +([\d.]+) %/gm },
      slope: {
        what: 'MiB an hour of growth',
        asked: 20,
        atMost: true,
        timed: true,
        seen: /after the first third +(-?[\d.]+) MiB/gm,
      },
    },
    // A slope of some seconds says nothing.
    commands: ({ rate, seconds }, isTrial) => [
      command('bench.mjs load', { rate, seconds, ...(isTrial ? { quick: true } : { strict: true }) }),
    ],
  },
  {
    name: 'drill',
    title: 'everything lost and restored, on both databases',
    figures: {
      whole: {
        what: 'restores that are whole',
        asked: 4,
        fixed: true,
        seen: /^(\d+) of \d+ restores are whole/gm,
      },
    },
    commands: () => [command('backup.mjs drill')],
  },
]

/** The lowest score that a module may have, on every commit too. */
export const LEAST_MUTATION_SCORE = NIGHTLY_PARTS.find(({ name }) => name === 'mutation').figures.score.asked

const SOME_FILTER = 'document-repository findOwnDocument customer 1'
const SOME_MODULE_FILE = 'packages/domain/src/money/percent.ts'

/** A script's name and words with its options: `true` for one without a value. */
function command(words, options = {}) {
  const given = Object.entries(options).map(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, value],
  )
  return [...words.split(' '), ...given.flat()]
}

/** A trial kills at one mark, for a few kills hit a few marks and the others would be missed. */
function killing(counts, isTrial) {
  return command('proof.mjs', isTrial ? { ...counts, mark: 'signing: before the commit' } : counts)
}
