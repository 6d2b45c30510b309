/** Shown while the disk of the server is nearly full. Sent by the server, so that no page has to contain it. */
import type * as English from '#web/text/en/no-room.ts'

export const noRoom: typeof English.noRoom = {
  text: 'Le serveur n’a plus de place, et rien ne peut être enregistré pour le moment. Les réponses restent sur cet appareil et seront envoyées quand il en aura de nouveau.',
}
