/** A private key as its file has to be: ssh refuses one with CRLF or without a last newline. */
export const sshKeyFile = (text: string): string => `${text.replaceAll(/\r\n?/g, '\n').trim()}\n`;

const puttyKey = /^\s*PuTTY-User-Key-File-\d/;
/** The line of an `id_*.pub` or of `authorized_keys`, or the frame of a public key. */
const publicKey =
  /^\s*(\S+ )?(ssh-\w+|ecdsa-sha2-\w+|sk-[\w-]+@openssh\.com|sk-ssh-\w+) AAAA|-{4,5} ?BEGIN (SSH2 |RSA |EC )?PUBLIC KEY/;

/** What is wrong with a text in the place of a private key that `ssh -i` is to read. */
export function sshKeyHint(text: string): string | undefined {
  if (puttyKey.test(text))
    return 'This is a PuTTY key (PPK), which ssh cannot read. In PuTTYgen: Conversions > Export OpenSSH key.';
  if (publicKey.test(text) && !text.includes('PRIVATE KEY'))
    return 'This is a public key. To sign in, ssh needs the private one, which begins with -----BEGIN.';
  return undefined;
}
