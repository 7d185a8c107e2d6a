import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { SendCommand } from '../commands/commandSender.ts'
import { DEMO_LOGINS } from './logins.ts'
import { crackedBathroom } from './pictures/evidence.ts'
import { renderPicture } from './pictures/render.ts'
import { requireId } from './requireId.ts'
import type { DemoHome } from './seed.ts'
import { withSessions, type SessionOptions } from './sessions.ts'
import { asStaff } from './staff.ts'
import { demoKey } from './world.ts'

type Step = Readonly<{ by: 'host' | 'staff'; verb: string; body?: object }>
type Reported = Readonly<{
  category: string
  description: string
  hoursAgo: number
  picture?: true
  steps: readonly Step[]
}>

const ACKNOWLEDGED: Step = { by: 'staff', verb: 'acknowledge' }
const RESOLVED: Step = {
  by: 'staff',
  verb: 'resolve',
  body: { summary: 'The locksmith has replaced the cylinder, and the new keys are in the box.' },
}

/**
 * One in each state, in the order of the live homes. None is urgent: those hold nights, which the demo's guests
 * have booked.
 */
const INCIDENTS: readonly Reported[] = [
  {
    category: 'pest',
    description: 'Guests found ants in the kitchen cupboard, beside the window. They aren’t worried.',
    hoursAgo: 3,
    steps: [],
  },
  {
    category: 'property_damage',
    description: 'The glass door of the shower has a crack from top to bottom. It still closes.',
    hoursAgo: 20,
    picture: true,
    steps: [ACKNOWLEDGED],
  },
  {
    category: 'utility_outage',
    description: 'There is no hot water since this morning. The display of the boiler shows E119.',
    hoursAgo: 26,
    steps: [
      ACKNOWLEDGED,
      { by: 'staff', verb: 'log-action', body: { text: 'A technician comes today at 16:00.' } },
      {
        by: 'host',
        verb: 'amend',
        body: { text: 'The electric shower upstairs works, so guests use that.' },
      },
    ],
  },
  {
    category: 'neighbour_complaint',
    description: 'The neighbor on the second floor wrote that the music was too loud until after midnight.',
    hoursAgo: 90,
    steps: [
      ACKNOWLEDGED,
      { by: 'host', verb: 'resolve', body: { summary: 'We talked with the neighbor and with the guests.' } },
    ],
  },
  {
    category: 'smoking_pets',
    description: 'The cleaner found ash on the balcony and a smell of smoke in the bedroom.',
    hoursAgo: 200,
    steps: [
      ACKNOWLEDGED,
      { ...RESOLVED, body: { summary: 'The curtains were washed.' } },
      { by: 'host', verb: 'close' },
    ],
  },
  {
    category: 'property_damage',
    description: 'The lock of the front door turns only with force, and the key is bent.',
    hoursAgo: 300,
    steps: [
      ACKNOWLEDGED,
      RESOLVED,
      { by: 'host', verb: 'reopen', body: { why: 'The new key gets stuck as well since yesterday.' } },
    ],
  },
]

type Sides = Readonly<Record<Step['by'], SendCommand>>

const addPicture = async (
  { listingId, listing }: DemoHome,
  category: string,
  host: SendCommand,
): Promise<Id> =>
  requireId(
    await host({
      path: `/api/incident-evidence?${new URLSearchParams({ listingId, name: 'shower.jpg' })}`,
      body: await renderPicture(listing.home.palette, crackedBathroom),
      key: demoKey('incident', category, 'picture'),
    }),
  )

const addIncident = async (
  home: DemoHome,
  { category, description, hoursAgo, picture, steps }: Reported,
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const id = requireId(
    await sides.host({
      path: '/api/incidents',
      body: {
        listingId: home.listingId,
        category,
        occurredAt: addHours(now, -hoursAgo),
        description,
        peopleHurt: false,
        fileIds: picture ? [await addPicture(home, category, sides.host)] : [],
      },
      key: demoKey('incident', description),
    }),
  )
  for (const [index, { by, verb, body = {} }] of steps.entries())
    requireId(
      await sides[by]({
        path: `/api/incidents/${id}/${verb}`,
        body,
        key: demoKey('incident', id, `${index}/${verb}`),
      }),
    )
}

/** Reports the incidents of the live homes, as their owners do, and takes the steps of both sides. */
export const seedIncidents = async (
  options: SessionOptions,
  homes: readonly DemoHome[],
  now: Instant,
): Promise<void> => {
  const live = homes.filter(({ listing }) => listing.live)
  await asStaff({ ...options, role: 'support' }, async ([staff]) => {
    if (staff === undefined) return
    for (const [index, incident] of INCIDENTS.entries()) {
      const home = live[index % live.length]
      if (home === undefined) return
      const emails = DEMO_LOGINS.flatMap(({ email, role, account }) =>
        role === 'owner' && account === home.account ? [email] : [],
      )
      await withSessions(options, { emails, hostAccountId: home.hostAccountId }, async ([host]) => {
        if (host !== undefined) await addIncident(home, incident, { host, staff }, now)
      })
    }
  })
}
