import type { GuestReview } from '@hearth/contracts/review'

/** What guests of the demo write: more good than bad, as guests do. */
export const GUEST_TEXTS: readonly Pick<GuestReview, 'overall' | 'publicText' | 'privateText'>[] = [
  {
    overall: 5,
    publicText: 'Warm, quiet, and the kitchen has everything. We would come back tomorrow.',
    privateText: '',
  },
  {
    overall: 5,
    publicText: 'Exactly as described, spotless, and check-in took two minutes.',
    privateText: '',
  },
  {
    overall: 5,
    publicText: 'The best stay of our trip. Great advice on where to eat, too.',
    privateText: 'The bedside lamp flickers.',
  },
  { overall: 5, publicText: 'Stars all night. Bring a jacket.', privateText: '' },
  { overall: 4, publicText: 'Great view, thin walls. We slept well with earplugs.', privateText: '' },
  { overall: 5, publicText: 'Our children didn’t want to leave. Thank you!', privateText: '' },
  {
    overall: 4,
    publicText: 'Lovely home. The Wi-Fi was slow in the bedroom.',
    privateText: 'A second router would fix it.',
  },
  { overall: 5, publicText: 'Immaculate, with fresh flowers on the table.', privateText: '' },
  { overall: 5, publicText: 'Answers within minutes, and a comfortable bed.', privateText: '' },
  {
    overall: 3,
    publicText: 'Good location, but the heating didn’t work on the first evening.',
    privateText: '',
  },
  { overall: 5, publicText: 'We felt at home from the first minute.', privateText: '' },
  { overall: 4, publicText: 'Nice and calm. Parking was harder to find than we expected.', privateText: '' },
  {
    overall: 2,
    publicText: 'The place is nice, but we were asked to pay for a glass that was broken before we came.',
    privateText: 'Drop that and I’ll change my mind.',
  },
]

/** What hosts of the demo write about their guests. */
export const HOST_TEXTS = [
  'Left the place tidy, and wrote early when they would arrive. Welcome any time.',
  'Friendly and quiet. We would be glad to host them again.',
  'Great communication, and everything was in its place after check-out.',
  'A pleasant stay without any problem.',
  'Respected the house rules. Thank you for staying with us!',
] as const

export const REPLY_TEXTS = [
  'Thank you for your kind words. Come back soon!',
  'Thank you for telling us. We have taken care of it.',
  'It was a pleasure to host you.',
] as const
