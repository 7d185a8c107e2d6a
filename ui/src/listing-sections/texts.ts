import { onboardingTexts } from '../i18n/en/onboarding.ts'
import { addTexts } from '../i18n/i18nProvider.ts'

addTexts({ onboarding: onboardingTexts })
