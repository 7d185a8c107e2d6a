import { addTexts } from '../i18n/i18nProvider.ts'
import { taxProfileTexts } from '../i18n/en/taxProfile.ts'

addTexts({ taxProfile: taxProfileTexts })
