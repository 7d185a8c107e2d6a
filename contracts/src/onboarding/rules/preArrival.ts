import { addDays } from '../../kernel/dates.ts'
import { isMissing, missingOf, problemAt, type OnboardingFacts, type StepProblem } from './facts.ts'

type Facts = Pick<OnboardingFacts, 'sections' | 'today' | 'verifiedPhones'>

/** Alarms are tested once in so many days. */
const TEST_DAYS = 365
const LEAST_INSTRUCTIONS = 20

export const checkInOutProblems = ({ sections: { checkInOut = {} } }: Facts): StepProblem[] => {
  const { checkInFrom, checkInTo, checkOutBy, flexible, steps } = checkInOut
  return [
    ...missingOf('checkInOut', checkInOut, {
      method: 'Say how guests come in.',
      checkInFrom: 'Say from when on guests may arrive.',
      checkOutBy: 'Say by when guests leave.',
    }),
    ...(isMissing(checkInTo) && flexible !== true
      ? [
          problemAt(
            '/checkInOut/checkInTo',
            'missing',
            'Say until when guests may arrive, or that they may at any hour.',
          ),
        ]
      : []),
    ...(isMissing(steps) || steps.length === 0
      ? [problemAt('/checkInOut/steps', 'missing', 'Describe at least one step of the way in.')]
      : []),
    ...(!isMissing(checkInFrom) && !isMissing(checkOutBy) && checkOutBy >= checkInFrom
      ? [
          problemAt(
            '/checkInOut/checkOutBy',
            'no_time_between',
            'Guests must leave before the next ones arrive.',
          ),
        ]
      : []),
  ]
}

export const contactProblems = ({ sections: { contact = {} }, verifiedPhones }: Facts): StepProblem[] => {
  const { primary, backup } = contact
  const unproved = (['primary', 'backup'] as const).filter(
    (which) => !isMissing(contact[which]) && verifiedPhones[which] !== contact[which]?.phone,
  )
  return [
    ...missingOf('contact', contact, {
      primary: 'Say whom guests call.',
      backup: 'Say whom guests call when nobody answers.',
    }),
    ...(!isMissing(primary) && !isMissing(backup) && primary.phone === backup.phone
      ? [problemAt('/contact/backup/phone', 'same_phone', 'Give another number than the first one.')]
      : []),
    ...unproved.map((which) =>
      problemAt(
        `/contact/${which}/phone`,
        'not_verified',
        'Prove this number by the code that we send to it.',
      ),
    ),
  ]
}

export const parkingProblems = ({ sections: { parking = {} } }: Facts): StepProblem[] => [
  ...missingOf('parking', parking, { type: 'Say where guests park.' }),
  ...(!isMissing(parking.type) &&
  parking.type !== 'none' &&
  (parking.instructions ?? '').trim().length < LEAST_INSTRUCTIONS
    ? [
        problemAt(
          '/parking/instructions',
          'too_short',
          `Describe the way to it, in at least ${LEAST_INSTRUCTIONS} characters.`,
        ),
      ]
    : []),
]

const SAFETY = {
  floors: 'Say how many levels there are.',
  smokeAlarms: 'Say how many smoke alarms there are.',
  coAlarms: 'Say how many alarms for carbon monoxide there are.',
  fuelAppliances: 'Say what burns gas, oil or wood, or that nothing does.',
  alarmsTestedOn: 'Say when the alarms were tested.',
  extinguisherPlace: 'Say where the fire extinguisher is.',
  firstAidPlace: 'Say where the first aid kit is.',
  exitsNote: 'Describe the ways out.',
  waterShutoff: 'Say where the water is shut off.',
  electricityShutoff: 'Say where the electricity is shut off.',
  hazards: 'Name dangers, or say that there are none.',
  cameras: 'Name cameras outside, or say that there are none.',
} as const

export const safetyProblems = ({ sections: { safety = {} }, today }: Facts): StepProblem[] => {
  const { floors, smokeAlarms, coAlarms, fuelAppliances, alarmsTestedOn, cameras } = safety
  const tested = isMissing(alarmsTestedOn)
    ? []
    : alarmsTestedOn > today
      ? [problemAt('/safety/alarmsTestedOn', 'test_in_future', 'This day is still to come.')]
      : alarmsTestedOn < addDays(today, -TEST_DAYS)
        ? [
            problemAt(
              '/safety/alarmsTestedOn',
              'test_too_old',
              'Test the alarms again: the last test is over a year ago.',
            ),
          ]
        : []
  return [
    ...missingOf('safety', safety, SAFETY),
    ...(!isMissing(floors) && !isMissing(smokeAlarms) && smokeAlarms < floors
      ? [problemAt('/safety/smokeAlarms', 'too_few_alarms', 'There must be a smoke alarm on every level.')]
      : []),
    ...(!isMissing(coAlarms) && coAlarms === 0 && (fuelAppliances ?? []).length > 0
      ? [
          problemAt(
            '/safety/coAlarms',
            'co_alarm_needed',
            'Something burns fuel here: an alarm for carbon monoxide is needed.',
          ),
        ]
      : []),
    ...tested,
    ...(isMissing(safety.gasShutoff) && safety.noGas !== true
      ? [problemAt('/safety/gasShutoff', 'missing', 'Say where the gas is shut off, or that there is none.')]
      : []),
    ...((cameras ?? []).length > 0 && safety.camerasDisclosed !== true
      ? [
          problemAt(
            '/safety/camerasDisclosed',
            'cameras_not_disclosed',
            'Guests must be told of every camera before they book.',
          ),
        ]
      : []),
    ...(safety.noWeapons === true
      ? []
      : [problemAt('/safety/noWeapons', 'missing', 'Confirm that guests cannot get at weapons.')]),
  ]
}
