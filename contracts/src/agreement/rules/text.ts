import { formatAmount, formatBps, type Currency } from '../../kernel/money.ts'
import type { Merge } from '../agreement.ts'
import type { AgreementModel, AgreementTerms } from '../terms.ts'

/** A document before it is printed; its page in the console and its PDF are made from the same. */
export type AgreementText = Readonly<{
  title: string
  parties: readonly Readonly<{ role: string; name: string; address: string }>[]
  /** The fee and how to get out, in plain words, before anything else. */
  summary: readonly Readonly<{ title: string; text: string }>[]
  clauses: readonly Readonly<{ heading: string; paragraphs: readonly string[] }>[]
}>

/** What hosts agree to before they sign electronically; `ESIGN_CONSENT_VERSION` is this wording's. */
export const ESIGN_CONSENT =
  'I agree to sign this document electronically and to receive it as a file. I can open and keep PDF files. I may ask for paper instead, free of charge, and I may withdraw this consent before I sign.'

const amount = (minor: number, currency: Currency) => `${formatAmount(minor, currency)} ${currency}`
const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

const feeText = ({ feeBps, feeBase, cleaningKeptBy }: AgreementTerms) =>
  feeBase === 'host_subtotal'
    ? `${formatBps(feeBps)} of what a guest pays you for nights, cleaning and pets, before taxes. There is one fee and no other.`
    : `${formatBps(feeBps)} of what a guest pays for the nights, before taxes. There is one fee and no other.${cleaningKeptBy === 'hearth' ? ' What guests pay for cleaning pays the cleaners.' : ''}`

const termText = ({ termMonths, autoRenew }: AgreementTerms) =>
  `It runs for ${plural(termMonths, 'month')} from our signature${autoRenew ? ` and is then renewed for ${plural(termMonths, 'month')} at a time` : ' and then ends'}.`

const exitText = ({ noticeDays }: AgreementTerms) =>
  `You may end it at any time, for any reason and without a fee, with ${plural(noticeDays, 'day')}’ notice. Stays that are booked by then are honoured, and you are paid for them.`

const spendingText = ({ expenseLimitMinor, emergencyLimitMinor, currency }: AgreementTerms) =>
  `We ask you before we spend more than ${amount(expenseLimitMinor, currency)}. Where people or the home are in danger the limit is ${amount(emergencyLimitMinor, currency)}, and you hear of it at once.`

const ownStaysText = ({ ownerNightsPerYear, peakDates }: AgreementTerms) =>
  `You may stay in your home on up to ${plural(ownerNightsPerYear, 'night')} of a calendar year.${peakDates.length === 0 ? '' : ` Not on these dates, when demand is highest: ${peakDates.map(({ from, to }) => `${from} to ${to}`).join(', ')}.`}`

const listDuties = (model: AgreementModel): readonly string[] =>
  model === 'full_service'
    ? [
        'Hearth advertises the home, sets and maintains its description and photos with you, answers guests, takes bookings and payments, and arranges cleaning, linen and small repairs.',
        'You keep the home safe, insured where this agreement says so, and as it is described.',
      ]
    : [
        'Hearth advertises the home, takes bookings and payments, and helps guests when something goes wrong. You answer guests, hand over keys, and look after cleaning and repairs.',
        'You keep the home safe, insured where this agreement says so, and as it is described.',
      ]

/** The agreement in words. Each number of the terms appears in it exactly once outside the summary. */
export const agreementText = (model: AgreementModel, terms: AgreementTerms, merge: Merge): AgreementText => ({
  title: `Management agreement for ${merge.listingName}`,
  parties: [
    { role: 'Host', name: merge.hostName, address: merge.hostAddress },
    { role: 'Manager', name: 'Hearth', address: 'hearth.example' },
  ],
  summary: [
    { title: 'What it costs', text: feeText(terms) },
    { title: 'How long it runs', text: termText(terms) },
    { title: 'How you end it', text: exitText(terms) },
    { title: 'What we may spend', text: spendingText(terms) },
  ],
  clauses: [
    {
      heading: 'The home',
      paragraphs: [
        `This agreement is about ${merge.listingName}, ${merge.listingAddress}. It was prepared on ${merge.preparedOn}.`,
      ],
    },
    { heading: 'What each of us does', paragraphs: listDuties(model) },
    {
      heading: 'Fee and payment',
      paragraphs: [
        feeText(terms),
        'Guests pay Hearth. Hearth pays you what is yours as your payout settings say, and shows for every amount the event it comes from. Nothing is taken from what you are owed before you were told.',
      ],
    },
    { heading: 'Spending', paragraphs: [spendingText(terms)] },
    {
      heading: 'Refunds to guests',
      paragraphs: [
        'Guests are refunded as the cancellation policy says that you chose. Goodwill beyond it is at your cost only if you agree to it each time.',
      ],
    },
    { heading: 'Your own stays', paragraphs: [ownStaysText(terms)] },
    ...(terms.insuranceRequired
      ? [
          {
            heading: 'Insurance',
            paragraphs: [
              'You keep the home insured against damage and liability while it is rented, and show us the policy when we ask.',
            ],
          },
        ]
      : []),
    {
      heading: 'Other channels',
      paragraphs: [
        terms.exclusivity
          ? 'While this agreement runs short stays in the home are offered through Hearth only.'
          : 'You may offer the home elsewhere, too, as long as its calendar here is kept up to date.',
      ],
    },
    { heading: 'Term', paragraphs: [termText(terms)] },
    {
      heading: 'Ending it',
      paragraphs: [
        exitText(terms),
        'Hearth may end it with the same notice. After the end you receive a final statement, and your photos of the home remain yours.',
      ],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'Other terms bind only after each of those who signed has signed them, too. Until then these terms go on.',
      ],
    },
    {
      heading: 'Data',
      paragraphs: [
        'The proof of this signing, with times and addresses of the devices used, is kept with this document for as long as the law asks for it.',
      ],
    },
  ],
})
