/** The language in which a candidate reads translated questions, on this device. It is the language of the page until another one is chosen. */
import { questionLanguages, type QuestionLanguage } from '#exam/question-language.ts'
import { language } from '#text/language.ts'
import { createDeviceSetting } from '#web/ui/device-setting.ts'

export const useQuestionLanguage = createDeviceSetting<QuestionLanguage>('praxam-question-language', questionLanguages, () => language.code)
