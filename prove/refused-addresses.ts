import { networkInterfaces } from 'node:os';

/** Loopback, in every spelling that some program or library reads as an address. */
export const own = [
  ...[
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST',
    'localhost.',
  ],
  ...[
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '127.000.000.001',
    ' 127.0.0.1 ',
  ],
  ...[
    '::1',
    '::',
    '0:0:0:0:0:0:0:1',
    '0:0:0:0:0:0:0:0',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    '[::1]',
    '::1%lo',
    '::1%1',
  ],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '0:0:0:0:0:FFFF:7F00:0001',
    '::127.0.0.1',
    '0:0:0:0:0:0:7f00:1',
  ],
  ...[
    '64:ff9b:0:0:0:0:7f00:1',
    '2002:7f00:1:0:0:0:0:1',
    '１２７.0.0.1',
    '127。0。0。1',
    '127.0.0.1\0',
    '127.0.0.1#@8.8.8.8',
  ],
  ...[
    '8.8.8.8@127.0.0.1',
    'http://127.0.0.1',
    '127.0.0.1/',
    '127.0.0.1:80',
    'localtest.me',
    '%31%32%37.0.0.1',
  ],
];
/** Internal networks that a server can often reach and an outsider must not. */
export const internal = [
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
    '192.168.1.254',
    '169.254.169.254',
    '100.64.0.1',
  ],
  ...[
    '224.0.0.1',
    '255.255.255.255',
    'fe80:0:0:0:0:0:0:1',
    'fc00:0:0:0:0:0:0:1',
    'fd00:ec2:0:0:0:0:0:254',
    'ff02:0:0:0:0:0:0:1',
  ],
  ...[
    '0:0:0:0:0:ffff:a00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '64:ff9b:0:0:0:0:a9fe:a9fe',
    '2002:a9fe:a9fe:0:0:0:0:1',
  ],
];

/** This machine's addresses beside loopback. */
export const interfaces = Object.values(networkInterfaces()).flatMap((list) =>
  (list ?? []).filter((address) => !address.internal).map(({ address }) => address),
);

export const spellings = [...own, ...internal, ...interfaces];

/** The spellings that make an address together with a port, as they are and in brackets. */
export const urlsAt = (scheme: string, port: number): string[] =>
  spellings
    .flatMap((spelling) => [`${scheme}://${spelling}:${port}/`, `${scheme}://[${spelling}]:${port}/`])
    .filter((url) => URL.canParse(url) && !url.includes('\0'));
