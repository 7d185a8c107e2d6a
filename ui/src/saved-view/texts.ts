import { addTexts } from '../i18n/i18nProvider.ts'
import { savedViewTexts } from '../i18n/en/savedView.ts'

addTexts({ savedView: savedViewTexts })
