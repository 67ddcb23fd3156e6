/** What is to be read from a sample. Days are written as such, instants in full. */
export interface WhoisSample {
  asked: string;
  text: string;
  expires?: string;
  registered?: string;
  changed?: string;
  registrar?: string;
  /** ns1.example.net and ns2.example.net, if not told otherwise. */
  servers?: readonly string[];
  signed?: boolean;
  statuses?: readonly string[];
  /** ok where there is a date, else unpublished, if not told otherwise. */
  state?: 'ok';
}

/** The form of EPP registries: gTLDs and the many countries whose registries run the same software. */
const epp = (asked: string) => `   Domain Name: ${asked.toUpperCase()}
   Registry Domain ID: 1234_DOMAIN-VRSN
   Registrar WHOIS Server: whois.example.net
   Updated Date: 2026-02-03T04:05:06Z
   Creation Date: 2010-03-01T08:00:00Z
   Registry Expiry Date: 2027-03-01T08:00:00Z
   Registrar: Example Registrar, LLC
   Registrar IANA ID: 9999
   Registrant Phone Ext:
   Registrant Email: Please query the RDDS service
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Domain Status: serverDeleteProhibited https://icann.org/epp#serverDeleteProhibited
   Name Server: NS1.EXAMPLE.NET
   Name Server: NS2.EXAMPLE.NET
   DNSSEC: signedDelegation
   URL of the ICANN Whois Inaccuracy Complaint Form: https://icann.org/wicf/
>>> Last update of whois database: 2026-11-28T04:00:00Z <<<

For more information on Whois status codes, please visit https://icann.org/epp
NOTICE: The expiration date displayed in this record is the date the
registrar's sponsorship of the domain name registration in the registry is
currently set to expire. If a domain is not found, it may be available.
`;
const ofEpp = (asked: string): WhoisSample => ({
  asked,
  text: epp(asked),
  expires: '2027-03-01T08:00:00.000Z',
  registered: '2010-03-01T08:00:00.000Z',
  changed: '2026-02-03T04:05:06.000Z',
  registrar: 'Example Registrar, LLC',
  signed: true,
  statuses: ['client transfer prohibited', 'server delete prohibited'],
});

const european: readonly WhoisSample[] = [
  {
    asked: 'example.ac.uk',
    text: `
Domain:
	example.ac.uk

Registered For:
	Example University

Domain Owner:
	Example University

Registered By:
	Jisc Services Limited

Servers:
	ns1.example.net	192.0.2.7
	ns2.example.net

Registrant Contact:
	Example Person

Renewal date:
	Friday 12th Mar 2027

Entry updated:
	Tuesday 29th November 2025

Entry created:
	Wednesday 17th September 2003
`,
    expires: '2027-03-12',
    registered: '2003-09-17',
    changed: '2025-11-29',
    registrar: 'Jisc Services Limited',
  },
  {
    asked: 'example.am',
    text: `%
%AM TLD whois server #1
% Please see 'whois -h whois.amnic.net help' for usage.
%

   Domain name: example.am
   Registrar:   exampleregistrar (Example Registrar LLC)
   Status:      active

   Registrant:
      Example Trading
      1 Example Street
      Yerevan, 0001
      AM

   Administrative contact:
      Example Person
      hostmaster@example.net

   DNS servers (zone signed, 1 DS record):
      ns1.example.net
      ns2.example.net

   Registered:    2010-03-01
   Last modified: 2026-02-03
   Expires:       2027-03-01
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'exampleregistrar (Example Registrar LLC)',
    signed: true,
    statuses: ['active'],
  },
  {
    asked: 'example.at',
    text: `% Copyright (c)2026 by NIC.AT (1)
% Restricted rights.

domain:         example.at
registrar:      Example Registrar GmbH ( https://nic.at/registrar/999 )
registrant:     ET1234567-NICAT
tech-c:         EP1234567-NICAT
nserver:        ns1.example.net
remarks:        192.0.2.7
nserver:        ns2.example.net
changed:        20260203 04:05:06
source:         AT-DOM

personname:     Example Person
organization:   Example Trading
nic-hdl:        ET1234567-NICAT
changed:        20200101 10:00:00
source:         AT-DOM
`,
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'Example Registrar GmbH',
  },
  {
    asked: 'example.ax',
    text: `domain...............: example.ax
status...............: Registered
created..............: 1.3.2010
expires..............: 1.3.2027
modified.............: 3.2.2026

Nameservers

nserver..............: ns1.example.net [OK]
nserver..............: ns2.example.net [OK]

dnssec...............: unsigned delegation

Holder

name.................: Åländsk Handel Ab
registered...........: 5.5.2005

Registrar

registrar............: Åländska Domäner Ab
www..................: www.example.net
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Åländska Domäner Ab',
    signed: false,
    statuses: ['registered'],
  },
  {
    asked: 'example.be',
    text: `% .be Whois Server 6.1
%
% The data may only be used to check whether a name is still available or not.

Domain:	example.be
Status:	NOT AVAILABLE
Registered:	Mon Mar 1 2010

Registrant:
	Not shown, please visit www.dnsbelgium.be for webbased whois.

Registrar Technical Contacts:
	Organisation:	Another Company
	Language:	en
	Phone:	+32.12345678


Registrar:
	Name:	 Example Registrar BV
	Website:	 https://www.example.net


Nameservers:
	ns1.example.net (192.0.2.7)
	ns2.example.net

Keys:
	keyTag:60 flags:KSK protocol:3 algorithm:RSA_SHA256 pubKey:AwEAAc

Flags:
	clientTransferProhibited

Please visit www.dnsbelgium.be for more info.
`,
    registered: '2010-03-01',
    registrar: 'Example Registrar BV',
    signed: true,
    statuses: ['not available'],
  },
  {
    asked: 'example.bg',
    text: `DOMAIN NAME: example.bg (example.bg)
registration status: busy, active

NAME SERVER INFORMATION:
ns1.example.net 
ns2.example.net 192.0.2.9 2001:db8::9 

DNSSEC: inactive

According to REGULATION (EU) 2016/679 OF THE EUROPEAN PARLIAMENT AND
OF THE COUNCIL (GDPR) personal data is not published.
`,
    signed: false,
    statuses: ['busy, active'],
  },
  {
    asked: 'example.by',
    text: `
Domain Name: example.by
Registrar: Example Registrar, Ltd
Org: Example Trading, Ltd
Country: BY
Name Server: ns1.example.net
Name Server: ns2.example.net
Updated Date: 2026-02-03
Creation Date: 2010-03-01
Expiration Date: 2027-03-01

--------------------------------------------
Service provided by Belarus whois
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Example Registrar, Ltd',
  },
  {
    asked: 'example.ch',
    text: `Domain name:
example.ch

Holder of domain name:
Example Trading AG
Example Person
CH-8000 Zürich
Switzerland

Registrar:
Example Registrar AG

First registration date:
2010-03-01

DNSSEC:Y

Name servers:
ns1.example.net	[192.0.2.7]
ns2.example.net
`,
    registered: '2010-03-01',
    registrar: 'Example Registrar AG',
    signed: true,
  },
  {
    asked: 'example.li',
    text: 'Domain name:\nexample.li\n\nRegistrar:\nExample Registrar AG\n\nDNSSEC:N\n\nName servers:\nns1.example.net\nns2.example.net\n',
    registrar: 'Example Registrar AG',
    signed: false,
  },
  {
    asked: 'example.cz',
    text: `%  (c) 2006-2026 CZ.NIC, z.s.p.o.

domain:       example.cz
registrant:   EXAMPLE-CZ
admin-c:      EXAMPLE-CZ
nsset:        EXAMPLE-NS
keyset:       EXAMPLE-KEYS
registrar:    REG-EXAMPLE
status:       Sponsoring registrar change forbidden
registered:   01.03.2010 08:00:00
changed:      03.02.2026 04:05:06
expire:       01.03.2027

contact:      EXAMPLE-CZ
name:         Example Person
registrar:    REG-OTHER
created:      05.05.2005 10:00:00
changed:      06.06.2006 10:00:00

nsset:        EXAMPLE-NS
nserver:      ns1.example.net 
nserver:      ns2.example.net (192.0.2.7)
registrar:    REG-EXAMPLE
`,
    expires: '2027-03-01',
    registered: '2010-03-01T08:00:00.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'REG-EXAMPLE',
    signed: true,
    statuses: ['sponsoring registrar change forbidden'],
  },
  {
    asked: 'example.de',
    text: `Domain: example.de
Nserver: ns1.example.net
Nserver: ns2.example.net
Dnskey: 257 3 8 AwEAAc
Status: connect
Changed: 2026-02-03T04:05:06+01:00
`,
    changed: '2026-02-03T03:05:06.000Z',
    signed: true,
    statuses: ['connect'],
  },
  {
    asked: 'example.dk',
    text: `# Hello 192.0.2.1. Your session has been logged.
#
# Copyright (c) 2002 - 2026 by Punktum dk A/S

Domain:               example.dk
DNS:                  example.dk
Registered:           2010-03-01
Expires:              2027-03-31
Registrar:            Example Registrar A/S
Registration period:  1 year
VID:                  no
DNSSEC:               Unsigned delegation, DNSSEC disabled, no records
Status:               Active

Nameservers
Hostname:             ns1.example.net
Hostname:             ns2.example.net
`,
    expires: '2027-03-31',
    registered: '2010-03-01',
    registrar: 'Example Registrar A/S',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.ee',
    text: `Estonia .ee Top Level Domain WHOIS server

Domain:
name:       example.ee
status:     ok (paid and in zone)
registered: 2010-03-01 08:00:00 +02:00
changed:    2026-02-03 04:05:06 +02:00
expire:     2027-03-02
outzone:    
delete:     

Registrant:
name:       Example Trading OÜ
changed:    2026-10-01 10:00:00 +02:00

Registrar:
name:       Example Registrar OÜ
url:        http://www.example.net
phone:      +372 1234567
changed:    2020-07-01 13:55:58 +03:00

Name servers:
nserver:   ns1.example.net
nserver:   ns2.example.net
changed:   2020-02-10 17:15:05 +02:00


Estonia .ee Top Level Domain WHOIS server
`,
    expires: '2027-03-02',
    registered: '2010-03-01T06:00:00.000Z',
    changed: '2026-02-03T02:05:06.000Z',
    registrar: 'Example Registrar OÜ',
    statuses: ['ok (paid and in zone)'],
  },
  {
    asked: 'example.es',
    text: 'Domain Name: example.es\nCreation Date: 01/03/2010\nExpiration Date: 01/03/2027\nRegistrar: Example Registrar S.L.\nName Server: ns1.example.net\nName Server: ns2.example.net\n',
    expires: '2027-03-01',
    registered: '2010-03-01',
    registrar: 'Example Registrar S.L.',
  },
  {
    asked: 'example.eu',
    text: `% The WHOIS service offered by EURid and the access to the records
% in the EURid WHOIS database are provided for information purposes only.

Domain: example.eu
Script: LATIN

Registrant:
        NOT DISCLOSED!
        Visit www.eurid.eu for the web-based WHOIS.

Technical:
        Organisation: Another Company
        Language: en
        Email: hostmaster@example.net

Registrar:
        Name: Another Registrar Ltd
        Website: https://www.example.net

Name servers:
        ns1.example.net
        ns2.example.net (192.0.2.7)

Keys:
        flags:KSK protocol:3 algorithm:RSA_SHA256 pubKey:AwEAAc

Please visit www.eurid.eu for more info.
`,
    registrar: 'Another Registrar Ltd',
    signed: true,
  },
  {
    asked: 'example.fi',
    text: `domain.............: example.fi
status.............: Registered
created............: 1.3.2010 08:00:00
expires............: 1.3.2027 08:00:00
available..........: 1.4.2027 08:00:00
modified...........: 3.2.2026 04:05:06
RegistryLock.......: no

Nameservers

nserver............: ns1.example.net [OK]
nserver............: ns2.example.net [OK]

DNSSEC

dnssec.............: no

Holder

name...............: Esimerkki Oy
country............: Finland

Registrar

registrar..........: Välittäjä Oy
www................: www.example.net

>>> Last update of WHOIS database: 28.11.2026 6:00:00 (EET) <<<
`,
    expires: '2027-03-01T08:00:00.000Z',
    registered: '2010-03-01T08:00:00.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'Välittäjä Oy',
    signed: false,
    statuses: ['registered'],
  },
  {
    asked: 'example.fr',
    text: `%%
%% This is the AFNIC Whois server.
%%

domain:                        example.fr
status:                        ACTIVE
eppstatus:                     serverUpdateProhibited
hold:                          NO
holder-c:                      ET1234-FRNIC
registrar:                     REGISTRAIRE EXEMPLE
Expiry Date:                   2027-03-01T07:00:00Z
created:                       2010-03-01T07:00:00Z
last-update:                   2026-02-03T04:05:06.765151Z
source:                        FRNIC

nserver:                       ns1.example.net
nserver:                       ns2.example.net
source:                        FRNIC

key1-tag:                      12345
key1-algo:                     13 [ECDSAP256SHA256]
source:                        FRNIC

registrar:                     REGISTRAIRE EXEMPLE
address:                       1, rue de l'Exemple
country:                       FR
anonymous:                     No
registered:                    1999-07-29T15:35:33Z
source:                        FRNIC
`,
    expires: '2027-03-01T07:00:00.000Z',
    registered: '2010-03-01T07:00:00.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'REGISTRAIRE EXEMPLE',
    signed: true,
    statuses: ['active'],
  },
  {
    asked: 'example.gg',
    text: `Domain:
     example.gg

Domain Status:
     Active
     Transfer Prohibited by Registrar

Registrant:
     Example Trading

Registrar:
     Example Registrar Ltd. (https://www.example.net)

Relevant dates:
     Registered on 30th April 2003 at 00:00:00.000
     Registry fee due on 30th April each year

Registration status:
     Registered until cancelled

Name servers:
     ns1.example.net
     ns2.example.net
     

WHOIS lookup made on Thu, 19 Nov 2026 at 1:11:01 GMT

- exceeding query rate or volume limits.
`,
    registered: '2003-04-30',
    registrar: 'Example Registrar Ltd.',
    statuses: ['active', 'transfer prohibited by registrar'],
  },
  {
    asked: 'example.je',
    text: 'Domain:\n     example.je\n\nDomain Status:\n     Active\n\nRegistrar:\n     Example Registrar\n\nRelevant dates:\n     Registered on 1st March 2010 at 10:20:30.000\n\nName servers:\n     ns1.example.net\n     ns2.example.net\n',
    registered: '2010-03-01T10:20:30.000Z',
    registrar: 'Example Registrar',
    statuses: ['active'],
  },
  {
    asked: 'example.gr',
    text: 'Domain Name: example.gr\nCreation Date: 01/03/2010\nExpiration Date: 01/03/2027\nLast Update: 03/02/2026\nRegistrar: Example Registrar S.A.\nName Server: ns1.example.net\nName Server: ns2.example.net\n',
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Example Registrar S.A.',
  },
  {
    asked: 'example.hr',
    text: `%
% personal data of the domain holder are no longer publicly available.
%

Domain Name: example.hr
Registrar WHOIS Server: whois.dns.hr
Registrar URL: http://whois.dns.hr
Updated Date: 2026-02-03T22:00:00Z
Creation Date: 2010-03-01T22:00:00Z
Registrar Registration Expiration Date: 2027-03-01T22:00:00Z
Registrar: Primjer d.o.o.
Name Server: NS1.EXAMPLE.NET
Name Server: NS2.EXAMPLE.NET
`,
    expires: '2027-03-01T22:00:00.000Z',
    registered: '2010-03-01T22:00:00.000Z',
    changed: '2026-02-03T22:00:00.000Z',
    registrar: 'Primjer d.o.o.',
  },
  {
    asked: 'example.hu',
    text: `% Whois server 4.0 serving the hu ccTLD

domain:         example.hu
record created: 2011-04-05 10:20:30
Tovabbi adatokert ld.:
https://www.domain.hu/domain-kereses/
For further data see:
https://www.domain.hu/domain-search/
`,
    registered: '2011-04-05T10:20:30.000Z',
    servers: [],
  },
  {
    asked: 'example.ie',
    text: `# whois.weare.ie

Domain Name: example.ie
Registry Domain ID: 123456-IEDR
Creation Date: 2010-03-01T00:00:00Z
Registry Expiry Date: 2027-03-01T10:00:00Z
Registrar: Example Registrar Ltd
Domain Status: ok https://icann.org/epp#ok
Name Server: ns1.example.net
Name Server: ns2.example.net
DNSSEC: unsigned
`,
    expires: '2027-03-01T10:00:00.000Z',
    registered: '2010-03-01',
    registrar: 'Example Registrar Ltd',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.is',
    text: `% This is the ISNIC Whois server.

domain:       example.is
registrant:   ET123-IS
registrar:    Müller é Cie
nserver:      ns1.example.net
nserver:      ns2.example.net
dnssec:       unsigned delegation
created:      March  1 2010
expires:      May 24 2027
source:       ISNIC

role:         Example Trading
nic-hdl:      ET123-IS
created:      November  8 2018
source:       ISNIC
`,
    expires: '2027-05-24',
    registered: '2010-03-01',
    registrar: 'Müller é Cie',
    signed: false,
  },
  {
    asked: 'example.it',
    text: `
*********************************************************************
* Please note that the following result could be a subgroup of      *
* the data contained in the database.                               *
*********************************************************************

Domain:             example.it
Status:             ok
Signed:             no
Created:            2010-06-28 00:00:00
Last Update:        2026-02-03 04:05:06
Expire Date:        2027-03-01

Registrant
  Organization:     Esempio S.r.l.
  Address:          Via Esempio 1
                    Roma
  Created:          1999-01-01 10:00:00
  Last Update:      2026-10-01 10:00:00

Technical Contacts
  Name:             Example Person

Registrar
  Organization:     Another Registrar S.p.A.
  Name:             OTHER-REG
  Web:              https://www.example.net
  DNSSEC:           yes


Nameservers
  ns1.example.net
  ns2.example.net

`,
    expires: '2027-03-01',
    registered: '2010-06-28',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'Another Registrar S.p.A.',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.lt',
    text: `% Hello, this is the DOMREG whois service.
%
Domain:			example.lt
Status:			registered
Registered:		2010-03-01
Expires:		2027-03-02
%
Registrar:		UAB "Pavyzdys"
Registrar website:	https://www.example.net/
Registrar email:	hostmaster@example.net
%
Nameserver:		ns1.example.net	
Nameserver:		ns2.example.net	
`,
    expires: '2027-03-02',
    registered: '2010-03-01',
    registrar: 'UAB "Pavyzdys"',
    statuses: ['registered'],
  },
  {
    asked: 'example.lu',
    text: `% Access to RESTENA DNS-LU WHOIS information is provided to assist persons
% in determining the content of a domain name registration record.
%
% WHOIS example.lu
domainname:     example.lu
domaintype:     ACTIVE
nserver:        ns1.example.net
nserver:        ns2.example.net
ownertype:      ORGANISATION
registered:     01/03/2010
org-name:       Société d'exemple
adm-name:       Example Person
registrar-name: Régistraire Exemple
registrar-url:  https://www.example.net/
registrar-country: LU
`,
    registered: '2010-03-01',
    registrar: 'Régistraire Exemple',
    statuses: ['active'],
  },
  {
    asked: 'example.lv',
    text: `[Domain]
Domain: example.lv
Status: active
Changed: 2026-02-03T04:05:06.187695+02:00

[Holder]
Type: Legal person
Name: Example Trading SIA
Changed: 2026-10-01T10:00:00+02:00

[Registrar]
Type: Legal person
Name: Example Registrar SIA
Email: hostmaster@example.net

[Nservers]
Nserver: ns1.example.net
Nserver: ns2.example.net

[Whois]
Updated: 2026-11-28T04:12:36.561777+00:00
`,
    changed: '2026-02-03T02:05:06.000Z',
    registrar: 'Example Registrar SIA',
    statuses: ['active'],
  },
  {
    asked: 'example.md',
    text: `Domain  name    example.md
Domain state    OK
Registrant      Example Trading S.R.L.

Registered on   2010-03-01
Expires    on   2027-03-01

Nameserver      ns1.example.net
Nameserver      ns2.example.net
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    statuses: ['active'],
  },
  {
    asked: 'example.nl',
    text: `Domain name: example.nl
Status:      active

Reseller:
   Another Company
   Example Street 1

Registrar:
   Example Registrar B.V.
   Example Street 123
   1234AB Example
   Netherlands

Abuse Contact:
   +31.12345678
   abuse@example.net

Creation Date: 2010-03-01

Updated Date: 2026-02-03

DNSSEC:      yes

Domain nameservers:
   ns1.example.net 192.0.2.7
   ns2.example.net

Record maintained by: SIDN BV
`,
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Example Registrar B.V.',
    signed: true,
    statuses: ['active'],
  },
  {
    asked: 'example.no',
    text: `% By looking up information in the domain registration directory
% service, you confirm that you accept the terms and conditions of the service.

Domain Information

NORID Handle...............: EXA123D-NORID
Domain Name................: example.no
Registrar Handle...........: REG999-NORID
Tech-c Handle..............: EP123R-NORID
Name Server Handle.........: NS1H-NORID
DNSSEC.....................: Signed

Additional information:
Created:         2010-03-01
Last updated:    2026-02-03
`,
    registered: '2010-03-01',
    changed: '2026-02-03',
    servers: [],
    signed: true,
  },
  {
    asked: 'example.pl',
    text: `
DOMAIN NAME:           example.pl
registrant type:       organization
nameservers:           ns1.example.net. [192.0.2.7]
                       ns2.example.net.
created:               2010.03.01 13:00:00
last modified:         2026.02.03 04:05:06
renewal date:          2027.03.01 14:00:00

option created:        2026.02.10 10:51:12
option expiration date:       2029.02.10 10:51:12

dnssec:                Unsigned


REGISTRAR:
Przykład sp. z o.o.
ul. Żółta 4
70-653 Szczecin
Tel: +48.123456789
https://www.example.net/

WHOIS database responses: https://dns.pl/en/whois
`,
    expires: '2027-03-01T14:00:00.000Z',
    registered: '2010-03-01T13:00:00.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'Przykład sp. z o.o.',
    signed: false,
  },
  {
    asked: 'example.pt',
    text: `Domain: example.pt
Domain Status: Registered
Creation Date: 01/03/2010 00:00:00
Expiration Date: 28/02/2027 23:59:00
Owner Name: 
Owner Address: 
Admin Name: Example Registrar Lda
Admin Email: hostmaster@example.net
Name Server: ns1.example.net | IPv4:  and IPv6: 
Name Server: ns2.example.net | IPv4: 192.0.2.7 and IPv6: 
`,
    expires: '2027-02-28T23:59:00.000Z',
    registered: '2010-03-01',
    statuses: ['registered'],
  },
  {
    asked: 'example.ro',
    text: `
% The ROTLD WHOIS service on port 43 never discloses any information concerning the registrant.


  Domain Name: example.ro
  Registered On: 2010-03-01
  Expires On: 2027-03-25
  Registrar: Exemplu SRL
  Referral URL: http://www.example.net

  DNSSEC: Inactive

  Nameserver: ns1.example.net
  Nameserver: ns2.example.net

  Domain Status: OK

`,
    expires: '2027-03-25',
    registered: '2010-03-01',
    registrar: 'Exemplu SRL',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.rs',
    text: `%
% This is the RNIDS Whois server.
%

Domain name: example.rs.
Domain status: Locked
Registration date: 10.03.2010 12:31:19
Modification date: 11.02.2026 19:49:38
Expiration date: 10.03.2027 12:31:19
Confirmed: 10.03.2010 12:31:20
Registrar: Primer d.o.o.


Owner: Example Trading
Address: Ulica 1, Beograd, Serbia
Tax ID: 


DNS: ns1.example.net. - 
DNS: ns2.example.net. - 192.0.2.7

DNSSEC signed: no

Administrative contact: Example Person
Address: Ulica 1, Beograd, Serbia
`,
    expires: '2027-03-10T12:31:19.000Z',
    registered: '2010-03-10T12:31:19.000Z',
    changed: '2026-02-11T19:49:38.000Z',
    registrar: 'Primer d.o.o.',
    signed: false,
    statuses: ['locked'],
  },
  ...['ru', 'su'].map((tld): WhoisSample => ({
    asked: `example.${tld}`,
    text: `% TCI Whois Service. Terms of use:
% https://tcinet.ru/documents/whois_ru_rf.pdf (in Russian)

domain:        EXAMPLE.${tld.toUpperCase()}
nserver:       ns1.example.net.
nserver:       ns2.example.net.
state:         REGISTERED, DELEGATED, VERIFIED
org:           Example Trading
registrar:     EXAMPLE-RU
admin-contact: https://www.example.net
created:       2010-03-01T21:00:00Z
paid-till:     2027-03-01T21:00:00Z
free-date:     2027-04-02
source:        TCI

Last updated on 2026-11-28T04:01:30Z
`,
    expires: '2027-03-01T21:00:00.000Z',
    registered: '2010-03-01T21:00:00.000Z',
    registrar: 'EXAMPLE-RU',
    statuses: ['registered, delegated, verified'],
  })),
  {
    asked: 'example.se',
    text: `# Copyright (c) 1997- The Swedish Internet Foundation.
# All rights reserved.
# Result of search for registered domain names under
# the .se top level domain.
state:            active
domain:           example.se
holder:           exa1234-00001
created:          2010-03-01
modified:         2026-02-03
expires:          2027-03-01
transferred:      2015-03-06
nserver:          ns1.example.net
nserver:          ns2.example.net 192.0.2.7
dnssec:           unsigned delegation
registry-lock:    unlocked
status:           ok
registrar:        Exempel AB
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Exempel AB',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.si',
    text: `%
% This is ARNES whois database
%

domain:		example.si
registrar:	PRIMER d.o.o.
registrar-url:	https://www.example.net
nameserver:	ns1.example.net
nameserver:	ns2.example.net
registrant:	G123456
status:		ok
created:	2010-03-01
expire:		2027-03-01
source:		ARNES

Domain holder:
NOT DISCLOSED
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    registrar: 'PRIMER d.o.o.',
    statuses: ['active'],
  },
  {
    asked: 'example.sk',
    text: `
Domain:                       example.sk
Registrant:                   EX-123456
Admin Contact:                EX-123456
Created:                      2010-03-01
Updated:                      2026-02-03
Valid Until:                  2027-03-01
Domain Status:                clientTransferProhibited, clientUpdateProhibited
Nameserver:                   ns1.example.net
Nameserver:                   ns2.example.net

Domain registrant:            EX-123456
Name:                         Example Person
Organization:                 Example Trading
Created:                      2009-01-04
Updated:                      2026-10-04

Registrar:                    EXAM-0001
Name:                         Príklad, a.s.
Organization:                 Príklad, a.s.
Phone:                        +421.212345678
Created:                      2007-09-01
Updated:                      2026-12-04
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Príklad, a.s.',
    statuses: ['client transfer prohibited', 'client update prohibited'],
  },
  {
    asked: 'example.ua',
    text: `% This is the Ukrainian Whois query server #B.
% Rights restricted by copyright.

domain:           example.ua
mnt-by:           ua.example
nserver:          ns1.example.net
nserver:          ns2.example.net
status:           clientTransferProhibited
created:          2010-03-01 00:00:00+02
modified:         2026-02-03 04:05:06+02
expires:          2027-03-01 00:00:00+02
source:           UAEPP

% Registrar:
% ==========
registrar:        ua.example
organization:     Example Registrar LLC
organization-loc: ТОВ "Приклад"
url:              http://www.example.net
city:             Kyiv
abuse-email:      abuse@example.net
source:           UAEPP

% Registrant:
% ===========
organization:     Example Trading
status:           linked
created:          2001-01-01 00:00:00+02
modified:         2026-10-01 00:00:00+02
source:           UAEPP
`,
    expires: '2027-02-28T22:00:00.000Z',
    registered: '2010-02-28T22:00:00.000Z',
    changed: '2026-02-03T02:05:06.000Z',
    registrar: 'Example Registrar LLC',
    statuses: ['client transfer prohibited', 'linked'],
  },
  {
    asked: 'example.co.uk',
    text: `
    Domain name:
        example.co.uk

    Data validation:
        Nominet was able to match the registrant's name and address against a 3rd party data source on 12-Jun-2014

    Registrar:
        Example Registrar Ltd [Tag = EXAMPLE]
        URL: https://www.example.net

    Relevant dates:
        Registered on: 26-Nov-1996
        Expiry date:  10-Dec-2027
        Last updated:  03-Feb-2026

    Registration status:
        Registered until expiry date.

    Name servers:
        ns1.example.net           192.0.2.1  2001:db8::1
        ns2.example.net

    DNSSEC:
        Signed

    WHOIS lookup made at 04:00:00 28-Nov-2026

--
This WHOIS information is provided for free by Nominet UK.
`,
    expires: '2027-12-10',
    registered: '1996-11-26',
    changed: '2026-02-03',
    registrar: 'Example Registrar Ltd [Tag = EXAMPLE]',
    signed: true,
    statuses: ['registered until expiry date.'],
  },
];

const jprs = '[ JPRS database provides information on network administration. Its use is    ]\n';
const asian: readonly WhoisSample[] = [
  {
    asked: 'example.cn',
    text: `Domain Name: example.cn
ROID: 20100301s10001s04039518-cn
Domain Status: clientTransferProhibited
Registrant: Example Trading
Registrant Contact Email: hostmaster@example.net
Sponsoring Registrar: 示例注册商
Name Server: ns1.example.net
Name Server: ns2.example.net
Registration Time: 2010-03-01 13:34:27
Expiration Time: 2027-03-01 13:34:27
DNSSEC: unsigned
`,
    expires: '2027-03-01T13:34:27.000Z',
    registered: '2010-03-01T13:34:27.000Z',
    registrar: '示例注册商',
    signed: false,
    statuses: ['client transfer prohibited'],
  },
  {
    asked: 'example.hk',
    text: `
 -------------------------------------------------------------------------------
 Whois server by HKIRC
 -------------------------------------------------------------------------------

Domain Name:  EXAMPLE.HK 
Bundled Domain Name:  EXAMPLE.香港 
Domain Status: Active 

DNSSEC:  unsigned  

Registrar Name: Example Registrar Company Limited

Registrar Contact Information: Email: enquiry@example.net     Hotline: +852 1234 5678 

Reseller: 


Registrant Contact Information:

Company English Name (It should be the same as the registered/corporation name): EXAMPLE, INC.
Address:   
Country: United States (US)
Domain Name Commencement Date: 09-08-2010
Expiry Date: 10-08-2027 
Re-registration Status:  Complete   



Technical Contact Information:

Given name: 
Family name: 


Name Servers Information:

NS1.EXAMPLE.NET
NS2.EXAMPLE.NET


Status Information:

Domain Prohibit Status: 

`,
    expires: '2027-08-10',
    registered: '2010-08-09',
    registrar: 'Example Registrar Company Limited',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.co.id',
    text: 'Domain ID: PANDI-DO123\nDomain Name: example.co.id\nCreated On: 2010-03-01 08:00:00\nLast Updated On: 2026-02-03 04:05:06\nExpiration Date: 2027-03-01 23:59:59\nStatus: ok\n\nSponsoring Registrar Organization: PT Contoh\nRegistrar Organization: PT Contoh\nName Server: ns1.example.net\nName Server: ns2.example.net\nDNSSEC: Unsigned\n',
    expires: '2027-03-01T23:59:59.000Z',
    registered: '2010-03-01T08:00:00.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'PT Contoh',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.co.il',
    text: `
% The data in the WHOIS database of the .il registry is provided
% by ISOC-IL for information purposes.

query:        example.co.il

reg-name:     example
domain:       example.co.il

descr:        Example Trading
phone:        +972 3 1234567
admin-c:      II-EP12345-IL
nserver:      ns1.example.net
nserver:      ns2.example.net
validity:     11-01-2027
DNSSEC:       unsigned
status:       Transfer Locked
changed:      domain-registrar AT example.net 20100301 (Assigned)
changed:      domain-registrar AT example.net 20260203 (Changed)

person:       Example Person
nic-hdl:      II-EP12345-IL

registrar name: Example Registrar Ltd
registrar info: https://www.example.net
`,
    expires: '2027-01-11',
    registrar: 'Example Registrar Ltd',
    signed: false,
    statuses: ['transfer locked'],
  },
  {
    asked: 'example.ir',
    text: `% This is the IRNIC Whois server v1.6.2.

domain:		example.ir
ascii:		example.ir
remarks:	(Domain Holder) Example Trading
holder-c:	ex123-irnic
nserver:	ns1.example.net
nserver:	ns2.example.net
last-updated:	2026-02-03
expire-date:	2027-03-01
source:		IRNIC # Filtered

nic-hdl:	ex123-irnic
org:		Example Trading
source:		IRNIC # Filtered
`,
    expires: '2027-03-01',
    changed: '2026-02-03',
  },
  {
    asked: 'example.jp',
    text: `${jprs}Domain Information:
[Domain Name]                   EXAMPLE.JP

[Registrant]                    Example Trading K.K.

[Name Server]                   ns1.example.net
[Name Server]                   ns2.example.net
[Signing Key]                   12345 8 2 (
                                0123456789ABCDEF )

[Created on]                    2010/03/01
[Expires on]                    2027/03/31
[Status]                        Active
[Last Updated]                  2026/04/01 01:05:02 (JST)

Contact Information:
[Name]                          Example Person
[Email]                         hostmaster@example.net
`,
    expires: '2027-03-31',
    registered: '2010-03-01',
    changed: '2026-03-31T16:05:02.000Z',
    signed: true,
    statuses: ['active'],
  },
  {
    asked: 'example.co.jp',
    text: `${jprs}Domain Information:
a. [Domain Name]                EXAMPLE.CO.JP
g. [Organization]               Example Trading K.K.
l. [Organization Type]          Corporation
p. [Name Server]                ns1.example.net
p. [Name Server]                ns2.example.net
s. [Signing Key]                
[State]                         Connected (2027/03/31)
[Lock Status]                   DomainTransferLocked
[Registered Date]               2011/03/08
[Connected Date]                2011/03/09
[Last Update]                   2026/04/01 01:02:33 (JST)
`,
    expires: '2027-03-31',
    registered: '2011-03-08',
    changed: '2026-03-31T16:02:33.000Z',
    statuses: ['connected (2027/03/31)'],
  },
  {
    asked: 'example.ne.jp',
    text: `${jprs}Domain Information:
a. [Domain Name]                EXAMPLE.NE.JP
p. [Name Server]                ns1.example.net
p. [Name Server]                ns2.example.net
[State]                         Deleted (2027/03/31)
[Registered Date]               2011/03/08
`,
    registered: '2011-03-08',
    // The registry publishes dates: this one is of something else.
    state: 'ok',
    statuses: ['deleted (2027/03/31)'],
  },
  {
    asked: 'example.or.jp',
    text: `Domain Information: [ドメイン情報]
a. [ドメイン名]                 EXAMPLE.OR.JP
f. [組織名]                     例示協会
p. [ネームサーバ]               ns1.example.net
p. [ネームサーバ]               ns2.example.net
[状態]                          Connected (2027/03/31)
[登録年月日]                    2011/03/08
[接続年月日]                    2011/03/09
[最終更新]                      2026/04/01 01:02:33 (JST)
`,
    expires: '2027-03-31',
    registered: '2011-03-08',
    changed: '2026-03-31T16:02:33.000Z',
    statuses: ['connected (2027/03/31)'],
  },
  {
    asked: 'example.kg',
    text: `% This is the .kg ccTLD Whois server
% Register your own domain at http://www.cctld.kg

Domain EXAMPLE.KG (ACTIVE)

Administrative Contact:
   PID: 1234-KG
   Name: Пример

Billing Contact:
   PID: 1234-KG

Domain support: Пример Хостинг

Record created: Mon Mar 1 18:26:32 2010
Record last updated on:  Tue Feb  3 04:05:06 2026
Record expires on: Mon Mar 1 23:59:00 2027

Name servers in the listed order:

NS1.EXAMPLE.NET 192.0.2.7
NS2.EXAMPLE.NET 

`,
    expires: '2027-03-01T23:59:00.000Z',
    registered: '2010-03-01T18:26:32.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'Пример Хостинг',
  },
  {
    asked: 'example.kr',
    text: `query : example.kr


# KOREAN(UTF8)

도메인이름                  : example.kr
등록인                      : 예시회사
등록일                      : 2010. 03. 01.
사용 종료일                 : 2027. 03. 01.
등록대행자                  : (주)예시(http://www.example.net)
DNSSEC                      : 미서명

1차 네임서버 정보
   호스트이름               : ns1.example.net

# ENGLISH

Domain Name                 : example.kr
Registrant                  : Example Trading
Registered Date             : 2010. 03. 01.
Last Updated Date           : 2026. 02. 03.
Expiration Date             : 2027. 03. 01.
Publishes                   : Y
Authorized Agency           : Example Corp.(http://www.example.net)
DNSSEC                      : unsigned

Primary Name Server
   Host Name                : ns1.example.net

Secondary Name Server
   Host Name                : ns2.example.net


- KISA/KRNIC WHOIS Service -
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Example Corp.',
    signed: false,
  },
  {
    asked: 'example.kz',
    text: `Whois Server for the KZ top level domain name.
This server is maintained by KazNIC Organization, a ccTLD manager for Kazakhstan Republic.

Domain Name............: example.kz

Organization Using Domain Name
Name...................: Example Trading
State..................: Almaty
Country................: KZ

Administrative Contact/Agent
NIC Handle.............: EXAMPLE-123
Name...................: Example Person

Nameserver in listed order

Primary server.........: ns1.example.net
Primary ip address.....: 192.0.2.7, 2001:db8::7

Secondary server.......: ns2.example.net
Secondary ip address...: 192.0.2.8


Domain created: 2010-03-01 15:35:36 (GMT+0:00)
Last modified : 2026-02-03 08:42:12 (GMT+5:00)
Domain status : clientTransferProhibited - status prohibits transfer (статус запрещает трансфер)
                clientRenewProhibited - status prevents renewal
                
Registar created: EXAMPLE
Current Registar: EXAMPLE.KZ
`,
    registered: '2010-03-01T15:35:36.000Z',
    changed: '2026-02-03T03:42:12.000Z',
    registrar: 'EXAMPLE.KZ',
    statuses: ['client renew prohibited', 'client transfer prohibited'],
  },
  {
    asked: 'example.my',
    text: 'Domain Name: example.my\nRegistry Domain ID: D1A2B3-MYNIC\nUpdated Date: 2026-02-03T04:05:06Z\nCreation Date: 2010-03-01T08:00:00Z\nRegistry Expiry Date: 2027-03-01T16:00:00Z\nRegistrar: Contoh Sdn Bhd\nDomain Status: ok\nName Server: ns1.example.net\nName Server: ns2.example.net\nDNSSEC: unsigned\n',
    expires: '2027-03-01T16:00:00.000Z',
    registered: '2010-03-01T08:00:00.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'Contoh Sdn Bhd',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.com.sg',
    text: `
----------------------------------------------------------------------
SGNIC WHOIS Server
----------------------------------------------------------------------

The following data is provided for information purposes only.

	Registrar:		Example Registrar Pte Ltd

	Domain Name:		example.com.sg
	Creation Date:		01-Mar-2010 00:00:00
	Modified Date:		03-Feb-2026 04:05:06
	Expiration Date:	01-Mar-2027 00:00:00
	Domain Status:		OK
	DNSSEC:			unsigned

	Registrant:

		Name:			Example Trading

	Technical Contact:

		Name:			Example Person
		Email:			hostmaster@example.net

	Name Servers:

		ns1.example.net
		ns2.example.net

`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    registrar: 'Example Registrar Pte Ltd',
    changed: '2026-02-03T04:05:06.000Z',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.co.th',
    text: `
Whois Server Version 2.1.10

Domain Name: EXAMPLE.CO.TH
Registrar: Example Registrar Co., Ltd.
Name Server: NS1.EXAMPLE.NET
Name Server: NS2.EXAMPLE.NET
DNSSEC: unsigned
Status: ACTIVE
Updated date: 3 Feb 2026
Created date: 1 Mar 2010
Renew date: 1 Mar 2026
Exp date: 28 Feb 2027
Domain Holder Organization: Example Trading (Thailand)
Domain Holder Country: TH

Tech Contact: 12345
`,
    expires: '2027-02-28',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Example Registrar Co., Ltd.',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.com.tr',
    text: `** Domain Name: example.com.tr
Domain Status: Active
Frozen Status: -
Transfer Status: The domain is LOCKED to transfer.

** Registrant:
   Example Trading
   Hidden upon user request


** Registrar:
NIC Handle		: exm40
Organization Name	: ÖRNEK BİLİŞİM A.Ş.
Address			: Örnek Mahallesi
			  No:1 Çankaya
			  06800 Ankara Türkiye
Phone			: 90-312-1234567-
Fax			: - 


** Domain Servers:
ns1.example.net
ns2.example.net 192.0.2.7


** Additional Info:
Created on..............: 2010-Mar-01.
Expires on..............: 2027-Feb-28.


** Whois Server:
Last Update Time: 2026-11-28T03:33:35+03:00
`,
    expires: '2027-02-28',
    registered: '2010-03-01',
    registrar: 'ÖRNEK BİLİŞİM A.Ş.',
    statuses: ['active'],
  },
  {
    asked: 'example.com.tw',
    text: `Domain Name: example.com.tw
   Domain Status: clientTransferProhibited
   Registrant:
      Example Trading Corp.
      hostmaster@example.net
      TW

   Record expires on 2027-05-31 00:00:00 (UTC+8)
   Record created on 2010-03-01 10:00:00 (UTC+8)

   Domain servers in listed order:
      ns1.example.net      192.0.2.7
      ns2.example.net

Registration Service Provider: EXAMPLE
Registration Service URL: http://www.example.net
`,
    expires: '2027-05-30T16:00:00.000Z',
    registered: '2010-03-01T02:00:00.000Z',
    registrar: 'EXAMPLE',
    statuses: ['client transfer prohibited'],
  },
  {
    asked: 'example.vn',
    text: 'Domain Name: example.vn\nDomain Status: clientTransferProhibited\nIssue Date: 01/03/2010\nExpired Date: 01/03/2027\nOwner Name: Example Trading\nRegistrar Name: Công ty Ví dụ\nName Server: ns1.example.net\nName Server: ns2.example.net\n',
    expires: '2027-03-01',
    registrar: 'Công ty Ví dụ',
    statuses: ['client transfer prohibited'],
  },
];

const american: readonly WhoisSample[] = [
  {
    asked: 'example.com.ar',
    text: `% La información a la que estás accediendo se provee exclusivamente para
% fines relacionados con operaciones sobre nombres de dominios y DNS.

domain:		example.com.ar
registrant:	20123456789
registrar:	nicar
registered:	2010-03-01 00:00:00
changed:	2026-02-03 04:05:06.123456
expire:		2027-03-01 00:00:00

contact:	20123456789
name:		EXAMPLE PERSON
registrar:	nicar
created:	2005-05-05 00:00:00
changed:	2026-10-01 00:00:00

nserver:	ns1.example.net ()
nserver:	ns2.example.net (192.0.2.7)
registrar:	nicar
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'nicar',
  },
  {
    asked: 'example.com.br',
    text: `% Copyright (c) Nic.br
%  The use of the data below is only permitted as described.

domain:      example.com.br
owner:       Exemplo Comércio Ltda
owner-c:     EXP12
country:     BR
nserver:     ns1.example.net
nsstat:      20261127 AA
nslastaa:    20261127
nserver:     ns2.example.net
nsstat:      20261127 AA
nslastaa:    20261127
dsrecord:    12345 ECDSA-SHA-256 0123456789ABCDEF
dsstatus:    20261127 DSOK
created:     20100301 #6123456
changed:     20260203
expires:     20270301
status:      published

nic-hdl-br:  EXP12
person:      João Exemplo
created:     20050505
changed:     20261001
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    changed: '2026-02-03',
    signed: true,
    statuses: ['published'],
  },
  {
    asked: 'example.cl',
    text: `%%
%% This is the NIC Chile Whois server (whois.nic.cl).
%%

Domain name: example.cl
Registrant name: EXAMPLE PERSON
Registrant organisation: 
Registrar name: NIC Chile
Registrar URL: https://www.nic.cl
Creation date: 2010-08-15 22:40:23 CLST
Expiration date: 2027-01-31 21:00:00 CLST
Name server: ns1.example.net
Name server: ns2.example.net

%%
%% For communication with domain contacts please use website.
%%
`,
    expires: '2027-02-01',
    registered: '2010-08-16T01:40:23.000Z',
    registrar: 'NIC Chile',
  },
  {
    asked: 'example.mx',
    text: `
Domain Name:       example.mx

Created On:        2010-03-01
Expiration Date:   2027-02-28
Last Updated On:   2026-02-03
Registrar:         Ejemplo, S.A. de C.V.
URL:               http://www.example.net
Whois TCP URI:     whois.example.net

Registrant:
   Name:           Example Person
   City:           Ciudad Ejemplo
   State:          Distrito Federal
   Country:        Mexico

Name Servers:
   DNS:            ns1.example.net       
   DNS:            ns2.example.net       192.0.2.7

DNSSEC DS Records:


% NOTICE: The expiration date displayed in this record is the date the
% registrar's sponsorship of the domain name registration in the registry ends.
`,
    expires: '2027-02-28',
    registered: '2010-03-01',
    changed: '2026-02-03',
    registrar: 'Ejemplo, S.A. de C.V.',
  },
  {
    asked: 'example.pe',
    text: 'Domain Name: example.pe\nWHOIS Server: NIC .PE\nSponsoring Registrar: Ejemplo S.A.C.\nDomain Status: ok\nRegistrant Name: Example Person\nAdmin Name: Example Person\nName Server: ns1.example.net\nName Server: ns2.example.net\nDNSSEC: unsigned\n',
    registrar: 'Ejemplo S.A.C.',
    signed: false,
    statuses: ['active'],
  },
  {
    asked: 'example.uy',
    text: `
Servidor Whois de NIC-Uruguay (.UY)

Titular: 
Ejemplo S.A.  (exa101-adnic-o)		hostmaster@example.net
   Calle Ejemplo 1
    NOT AVAILABLE    NOT AVAILABLE 

   Nombre de Dominio: example.uy
   Registrado por: Registrador Ejemplo (https://www.example.net/)

   Contacto Administrativo: 
      Example Person  (ep26-adnic)		hostmaster@example.net

   Ultima Actualizacion: 2026-02-03 02:32:59
   Fecha de Creacion: 2010-03-01 20:58:58

   Estatus del dominio: ACTIVO

   Servidor(es) de Nombres de Dominio:

   - ns1.example.net
   - ns2.example.net

NIC-Uruguay - SeCIU - UdelaR
`,
    registered: '2010-03-01T20:58:58.000Z',
    changed: '2026-02-03T02:32:59.000Z',
    registrar: 'Registrador Ejemplo',
    statuses: ['activo'],
  },
  {
    asked: 'example.com.ve',
    text: `
Servidor Whois del Centro de Información de Red de Venezuela (NIC.VE)

Titular:
Ejemplo C.A. (exa1-dom)		hostmaster@example.net

   Nombre de Dominio: example.com.ve

   Fecha de Vencimiento: 2027-03-01 08:00:00
   Ultima Actualizacion: 2026-02-03 04:05:06
   Fecha de Creacion: 2010-03-01 08:00:00

   Estatus del dominio: ACTIVO

   Servidor(es) de Nombres de Dominio:

   - ns1.example.net
   - ns2.example.net

NIC-Venezuela - CONATEL
`,
    expires: '2027-03-01T08:00:00.000Z',
    registered: '2010-03-01T08:00:00.000Z',
    changed: '2026-02-03T04:05:06.000Z',
    statuses: ['activo'],
  },
];

const others: readonly WhoisSample[] = [
  {
    asked: 'example.com.au',
    text: 'Domain Name: example.com.au\nRegistry Domain ID: D1234-AU\nRegistrar WHOIS Server: whois.auda.org.au\nLast Modified: 2026-02-03T04:05:06Z\nRegistrar Name: Example Registrar Pty Ltd\nStatus: serverRenewProhibited https://identitydigital.au/get-au/whois-status-codes#serverRenewProhibited\nStatus Reason: Not Currently Eligible For Renewal\nRegistrant Contact Name: Example Person\nName Server: ns1.example.net\nName Server: ns2.example.net\nDNSSEC: unsigned\nRegistrant: Example Trading Pty Ltd\nEligibility Type: Company\n>>> Last update of WHOIS database: 2026-11-28T04:00:00Z <<<\n',
    changed: '2026-02-03T04:05:06.000Z',
    registrar: 'Example Registrar Pty Ltd',
    signed: false,
    statuses: ['server renew prohibited'],
  },
  {
    asked: 'example.tg',
    text: `This is JWhoisServer serving ccTLD tg
Java Whois Server 0.4.1.3    (c) 2006 - 2015 Klaus Zerwes zero-sys.net
All rights reserved.
Copyright "NICTogo2 - http://www.nic.tg"

Domain:.............example.tg
Registrar:..........EXEMPLE SARL
Activation:.........2010-03-01
Expiration:.........2027-03-01
Status:.............Actif
Contact Type:.......[PRIVEE]
Last Name:..........[PRIVEE]
e-mail:.............[PRIVEE]
Name Server (DB):...ns1.example.net
Name Server (DB):...ns2.example.net

----------------------------------------
`,
    expires: '2027-03-01',
    registered: '2010-03-01',
    registrar: 'EXEMPLE SARL',
    statuses: ['actif'],
  },
];

export const whoisSamples: readonly WhoisSample[] = [
  ...'com net org ca co in us nz ng za io me uz'.split(' ').map((tld) => ofEpp(`example.${tld}`)),
  ...european,
  ...asian,
  ...american,
  ...others,
];
