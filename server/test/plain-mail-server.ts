import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after } from 'node:test';

/** A mail that was accepted: for whom, as the commands name them, and its text. */
interface AcceptedMail {
  to: string[];
  text: string;
}

/**
 * A mail server without any extension, such as an old one, which keeps each command as it came over the wire, byte for byte
 * as ISO 8859-1. `answers` are the statuses by address as it comes; others are 250.
 */
export async function startPlainMailServer(extensions: readonly string[] = []) {
  const commands: string[] = [];
  const accepted: AcceptedMail[] = [];
  const answers = new Map<string, number>();
  const server = createServer((socket) => {
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    const say = (line: string) => socket.write(`${line}\r\n`, 'latin1');
    let [rest, to, text]: [string, string[], string | null] = ['', [], null];
    const hear = (line: string) => {
      if (text !== null) {
        if (line !== '.') return void (text += `${line}\n`);
        accepted.push({ to, text });
        [to, text] = [[], null];
        return void say('250 ok');
      }
      commands.push(line);
      const [, address = ''] = /^RCPT TO:<(.*)>/.exec(line) ?? [];
      const status = answers.get(address) ?? 250;
      if (line.startsWith('EHLO'))
        for (const [n, each] of ['mx.example', ...extensions].entries())
          say(`250${n === extensions.length ? ' ' : '-'}${each}`);
      else if (line === 'DATA') {
        text = '';
        say('354 go on');
      } else {
        if (address !== '' && status === 250) to.push(address);
        say(
          status === 250 ? '250 ok' : `${status} ${status < 500 ? '4.7.1 Greylisted' : '5.1.1 No such user'}`,
        );
      }
    };
    say('220 mx.example ESMTP');
    socket.on('data', (data: string) => {
      const lines = (rest + data).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, commands, accepted, answers };
}
