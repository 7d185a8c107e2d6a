import { addHours, type Instant } from '@hearth/contracts/kernel/dates'

/** What a conversation of the demonstration is about. */
export type Stay = Readonly<{
  guest: string
  /** As the guest would write them: `12 July`. */
  arrival: string
  departure: string
  booked: Instant
  checkIn: Instant
  checkOut: Instant
  now: Instant
}>

/** One message; `at` says when, after what happened. */
export type Turn = Readonly<{
  from: 'guest' | 'host'
  at: (stay: Stay) => Instant
  text: (stay: Stay) => string
}>
/** A whole conversation; a turn after now has not been written yet. */
export type Conversation = Readonly<{ turns: readonly Turn[]; isArchived?: true; isStarred?: true }>

const after =
  (moment: 'booked' | 'checkIn' | 'checkOut' | 'now', hours: number) =>
  (stay: Stay): Instant =>
    addHours(stay[moment], hours)
const turn =
  (from: Turn['from']) =>
  (at: Turn['at'], text: string | Turn['text']): Turn => ({
    from,
    at,
    text: typeof text === 'string' ? () => text : text,
  })
const guest = turn('guest')
const host = turn('host')
const firstName = ({ guest: name }: Stay) => name.split(' ')[0] ?? name

/** Of guests who will arrive. The last message of some waits for an answer. */
export const UPCOMING: readonly Conversation[] = [
  {
    turns: [
      guest(
        after('booked', 1),
        ({ arrival }) =>
          `Hi! We’re so looking forward to our stay. Our flight lands at 11 on ${arrival}. ` +
          'Any chance we could check in a bit earlier, or at least drop our bags?',
      ),
      host(
        after('booked', 3),
        (stay) =>
          `Hi ${firstName(stay)}, lovely to have you. The cleaners are there until 2, but you can leave your ` +
          'bags in the hall from noon. I’ll message you the moment it’s ready.',
      ),
      guest(after('booked', 3.4), 'Perfect, that helps a lot. Thank you!'),
      host(after('booked', 3.6), 'Great. See you soon!'),
      guest(
        after('now', -2.2),
        'One more thing: is there a high chair for our little one (14 months)? If not we’ll bring our travel one.',
      ),
    ],
  },
  {
    turns: [
      guest(
        after('now', -13.3),
        ({ arrival }) =>
          `Good morning. We’ll be driving up on ${arrival} with two cars. Can both park at the house, or should ` +
          'we look for a garage? One of them is a van, about 2.10 m high.',
      ),
      guest(after('now', -12.9), 'Sorry, I meant the van is 2.20 m. Not sure that changes anything!'),
    ],
  },
  {
    turns: [
      guest(
        after('booked', 5),
        'Hello, I’ll be working remotely for part of the week. How fast is the wifi, and is there a proper desk?',
      ),
      host(
        after('booked', 6.5),
        'Hello! We measured 180 Mbit/s last week. There’s a desk with a lamp in the bedroom, and a quiet corner ' +
          'in the living room for calls.',
      ),
      guest(after('booked', 7), 'That’s better than at home. Great, thanks.'),
      host(after('booked', 7.2), 'Sounds good. Write any time if something else comes up!'),
    ],
  },
  {
    isStarred: true,
    turns: [
      guest(
        after('now', -21.4),
        ({ arrival, departure }) =>
          `Hi, we booked ${arrival} to ${departure} for my mother’s 70th birthday. Would it be possible to have a ` +
          'cake and some flowers there when we arrive? Of course we’d pay for it. She loves peonies.',
      ),
    ],
  },
  {
    turns: [
      guest(
        after('booked', 2),
        ({ arrival }) =>
          `Hi there, our train gets in at 23:40 on ${arrival}. Can we still get in that late? We’ll be quiet, promise.`,
      ),
      host(
        after('booked', 9),
        (stay) =>
          `No problem at all, ${firstName(stay)}. There’s a key box by the door, I’ll send the code the day before. ` +
          'I’ll leave the light on for you.',
      ),
      guest(after('now', -5.6), 'Thank you! Is there somewhere close to buy breakfast things on a Sunday?'),
    ],
  },
  {
    turns: [
      guest(
        after('now', -26.5),
        'Hello. My sister would like to join us for two nights, so we’d be one more. Does that work, and would it ' +
          'cost extra? Tell me if I should change the booking.',
      ),
    ],
  },
]

/** Of guests who are there. */
export const IN_HOUSE: readonly Conversation[] = [
  {
    turns: [
      guest(
        after('checkIn', 1.5),
        'We’re in, and it’s even nicer than in the photos! Just one question: how do we turn on the hot water?',
      ),
      host(
        after('checkIn', 1.8),
        'So glad you like it! The boiler switch is behind the kitchen door, the green light has to be on. ' +
          'It needs about 15 minutes.',
      ),
      guest(after('checkIn', 2.2), 'Found it. Works, thanks!'),
      host(after('checkIn', 2.3), 'Good. Have a lovely first evening!'),
      guest(
        after('now', -0.7),
        'Hi again, the kitchen tap has started dripping. Nothing dramatic, we’ve put a bowl under it, but you’ll ' +
          'want to know.',
      ),
    ],
  },
  {
    turns: [
      guest(after('checkIn', 3), 'Hello, I can’t find the wifi password. Is it written down somewhere?'),
      host(
        after('checkIn', 3.1),
        'It’s on the card on the fridge, under the magnet. Shout if it doesn’t work.',
      ),
      guest(after('checkIn', 3.2), 'Ah, right in front of my nose. Thank you!'),
      host(after('checkIn', 3.3), '😄 Happens to everyone. Enjoy your stay!'),
    ],
  },
  {
    turns: [
      guest(
        after('now', -4.1),
        'Could we check out an hour later on the last day? Our bus only leaves at two. Fine if not.',
      ),
    ],
  },
]

/** Of guests who have left. */
export const PAST: readonly Conversation[] = [
  {
    turns: [
      guest(
        after('checkOut', 5),
        'Hi, I think I left my glasses on the bedside table, in a brown case. Could you check?',
      ),
      host(
        after('checkOut', 7),
        'The cleaners found them. I’ll post them tomorrow, what’s the best address?',
      ),
      guest(
        after('checkOut', 7.5),
        'You’re a star! 14 Alder Close, Bristol BS6 5RT. Happy to pay the postage, just tell me how much.',
      ),
      host(after('checkOut', 8), 'On its way, and don’t worry about the postage.'),
    ],
  },
  {
    isArchived: true,
    turns: [
      guest(after('checkOut', -16), 'Hi, where should we leave the keys tomorrow?'),
      host(after('checkOut', -14), 'On the kitchen table, please. Check-out is by 11. Safe travels!'),
      guest(
        after('checkOut', 2),
        (stay) =>
          `Keys are on the table. Thank you for everything, we had a wonderful time. Best wishes, ${firstName(stay)}`,
      ),
      host(after('checkOut', 3), 'Thank you for leaving it so tidy. You’re welcome back any time!'),
    ],
  },
  {
    turns: [
      guest(
        after('checkOut', 20),
        'Hello, could I get an invoice in the name of my company? I need it for expenses.',
      ),
      host(after('checkOut', 24), 'Of course. Send me the name and address and I’ll write one today.'),
      guest(
        after('now', -9.2),
        'Marlow & Finch Ltd, 3 Quay Street, Leeds LS1 4AP. No rush, this week is fine.',
      ),
    ],
  },
]

/** Of guests who left long ago: one question and its answer, so that the demo still starts quickly. */
export const EARLIER: readonly Conversation[] = [
  {
    turns: [
      guest(after('checkIn', -50), 'Hello, can we leave our bikes somewhere safe?'),
      host(after('checkIn', -47), 'Yes, in the shed on the left. The key hangs beside the back door.'),
    ],
  },
  {
    turns: [
      guest(after('checkIn', -26), 'Hi! Is there a supermarket that we can walk to?'),
      host(
        after('checkIn', -25),
        (stay) =>
          `Hi ${firstName(stay)}, yes, five minutes down the road and open until nine. The bakery next to it is better.`,
      ),
    ],
  },
  {
    turns: [
      guest(after('checkIn', 2), 'We’re here. The heating is on, but the living room stays cold.'),
      host(after('checkIn', 2.4), 'Please turn the dial behind the sofa to 4. It takes half an hour or so.'),
    ],
  },
  {
    turns: [
      guest(after('checkIn', 20), 'The smoke alarm in the hall beeps every minute. Is that the battery?'),
      host(
        after('checkIn', 20.3),
        'It is. There are new ones in the drawer under the oven. Sorry about that!',
      ),
    ],
  },
  {
    turns: [
      guest(after('booked', 4), 'Could you tell us whether the beds can be put together?'),
      host(after('booked', 6), 'Those in the second bedroom can. We’ll have them ready as a double.'),
    ],
  },
  {
    turns: [
      guest(
        after('checkOut', -30),
        ({ departure }) =>
          `Our flight on ${departure} leaves in the evening. Can we leave our bags for a while?`,
      ),
      host(after('checkOut', -27), 'Until four, in the hall. Just pull the door shut when you go.'),
    ],
  },
  {
    turns: [
      guest(after('checkOut', 4), 'We broke a wine glass, sorry. What do we owe you?'),
      host(after('checkOut', 5), 'Nothing at all, these things happen. Thank you for saying so.'),
    ],
  },
]

/** Of people who have not booked: their contact details are hidden. */
export const INQUIRIES: readonly Conversation[] = [
  {
    turns: [
      guest(
        after('now', -1.4),
        'Hi, is your place free for a week in spring? There would be two of us and a very well-behaved dog. It’s ' +
          'easier to reach me on +44 7700 900123 or at jo.marsh@example.com, I don’t check this often.',
      ),
    ],
  },
  {
    turns: [
      guest(
        after('now', -49),
        'Good evening, do you offer a discount for stays of a month? I’ll be teaching nearby. My profile is on ' +
          'www.lehrer-auf-zeit.example if you’d like to know who I am.',
      ),
      host(
        after('now', -46),
        'Good evening, thanks for asking. From 28 nights on we can do something. Which dates are you thinking of?',
      ),
      guest(
        after('now', -45.5),
        'Not fixed yet, probably from the second week of the month. I’ll come back to you!',
      ),
      host(after('now', -44), 'Take your time, we’re happy to wait a few days.'),
    ],
  },
]
