import type { Reasons } from './figures.ts'

/** Why a goal is missed, by the figure's number in the table. */
export const reasons: Reasons = {
  1:
    'front door, session, fold, decision and answer share two cores with the event store and Postgres, ' +
    'which the bare appends have nearly to themselves',
  2:
    'each event is decoded, opened, folded and upserted beside the reading, ' +
    'on two cores that event store and Postgres use too',
  4: 'the page passes the front door and the session; the SQL alone has neither',
  8:
    'the demonstration has its hosts really paid, two years of payouts through the bank, ' +
    'before it says that it is ready; 14.9 s where the second start took 3.02 s',
}
