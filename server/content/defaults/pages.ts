import type * as z from 'zod/mini';
import type { Page } from '#shared/content/contract-documents.ts';
import { STUDIO_NAME } from '#shared/lib/studio-name.ts';

/** For a studio that runs this product itself; operators must review them and add who they are. */
export const PRIVACY: z.infer<typeof Page> = {
  title: 'Privacy policy',
  body: `<p>This page says what ${STUDIO_NAME} knows about you, why, and what you can do about it. "We" is whoever runs this studio.</p>
<h2>What we keep</h2>
<ul>
<li><strong>Your account</strong>: name, email address, time zone, country and picture; your password only as a hash that cannot be turned back. If you sign in with Google or Facebook, the number by which they know you.</li>
<li><strong>Your answers</strong> when you got started: what you do in music and what you are interested in.</li>
<li><strong>Your work here</strong>: sessions, tracks, messages, ratings, and the files that you and your musicians upload.</li>
<li><strong>Your plan</strong>: credits, invoices, billing address and VAT number. Card numbers and PayPal logins never reach us; the payment provider keeps them.</li>
<li><strong>Your logins</strong>: when, and with which browser, so that you can sign out a device that is not yours.</li>
<li><strong>Technical records</strong>: what was called when and how it went, without passwords, messages or file contents.</li>
</ul>
<h2>What we use it for</h2>
<p>To run the studio for you: to book and hold sessions, deliver files, take payments, answer your questions, and keep accounts safe from abuse. We do not sell any of it and show no advertisements.</p>
<h2>Who else sees it</h2>
<ul>
<li><strong>The musicians you book</strong> see your name, picture, email address and time zone, the track, the session, its messages and its files.</li>
<li><strong>Payment providers</strong>, when you pay.</li>
<li><strong>Those who run our servers, storage and email</strong>, only as far as that takes.</li>
<li><strong>Authorities</strong>, where the law demands it.</li>
</ul>
<h2>Friends you invite</h2>
<p>We keep the address that you enter for the invitation and one reminder, and use it for nothing else. Every such mail has a link by which its reader refuses further ones.</p>
<h2>Cookies and your browser's memory</h2>
<p>One cookie keeps you signed in. Your browser also remembers small things such as your theme, your time zone and which notices you have put away. None of it follows you elsewhere.</p>
<h2>Emails</h2>
<p>Choose under <a href="/profile#notifications">Profile, Notifications</a> what we write to you about. Messages about security and payments always come.</p>
<h2>How long</h2>
<p>As long as you have an account. Files of members are kept as long as the membership lasts; without one they can be downloaded for 30 days after a session. Invoices stay for as long as tax law asks. When you close your account, everything else that names you goes.</p>
<h2>Your rights</h2>
<p>You may see what we have about you, correct it, take it with you, or have it deleted, and you may object to its use. Write to support from the account menu. If you are not content with our answer, you can turn to the data protection authority of your country.</p>
<h2>Changes</h2>
<p>When this page changes in a way that matters to you, we tell you before it counts.</p>`,
};

export const TERMS: z.infer<typeof Page> = {
  title: 'Terms of use',
  body: `<p>These terms are between you and the studio that runs ${STUDIO_NAME} ("we"). By making an account you agree to them.</p>
<h2>Your account</h2>
<p>Use your own name and an address that is yours, keep your password to yourself, and tell us if somebody else may have it. One account for each person. You must be 18, or have the consent of a parent or guardian.</p>
<h2>Sessions</h2>
<ul>
<li>Booking a session takes its credits from your balance and reserves the musician's time for you.</li>
<li>Upload what the service asks for by the deadline shown. If files are missing, the session can still take place as far as it can without them.</li>
<li>Be on time: a session ends when its time is over.</li>
<li>Files are delivered within 24 hours after the session unless the service says otherwise.</li>
</ul>
<h2>Cancelling</h2>
<p>Cancelling returns the credits when the session was booked more than 60 minutes ago and starts later than the limit of its musician, 48 hours unless shown otherwise. The page tells you which it is before you confirm. If we or the musician cancel, all credits come back.</p>
<h2>Credits</h2>
<ul>
<li>Credits pay for sessions. They are not money, cannot be paid out and cannot be passed on.</li>
<li>Where we offer a free trial, each person can have one. It lasts 14 days and has one credit, which expires with it.</li>
<li>Credits of a plan belong to its period. Where the plan has rollover, unused ones move to your credits bank, up to six times the plan's credits. Plan and bank end with the membership.</li>
<li>Credits from bundles, top-ups and referrals stay until they are used.</li>
</ul>
<h2>Memberships and payments</h2>
<p>A membership renews at the end of each period until you cancel it, which you can do at any time under <a href="/profile#billing">Profile, Billing</a>; it then runs until the end of the period that is paid. Prices are in US dollars; VAT is added where the law asks for it and shown before you pay. Upgrades take effect at once, downgrades with the next period.</p>
<h2>What is yours</h2>
<p>Your music stays yours. What a musician plays, sings, mixes or masters for you in a paid session is yours to use and release without further payment. You may not offer single takes as samples or loops on their own, or use them to train a machine to play like that musician, unless they agree.</p>
<p>What you upload must be yours to use. You let us and your musician store and play it as far as the session needs.</p>
<h2>Being good to each other</h2>
<p>No abuse, no spam, nothing illegal, no attempt to break or overload the studio. Please book the people you meet here through the studio. We may close an account that does harm; unused paid credits are then paid back unless the harm was meant.</p>
<h2>Referrals</h2>
<p>Inviter and friend get 5 credits each after the friend's first paid invoice and a short check. Inviting yourself, or the same household to collect rewards, does not count.</p>
<h2>If something goes wrong</h2>
<p>We repeat or refund a session that fails through our fault. Beyond that we are liable as the law demands, and otherwise not for more than you paid in the last twelve months. Keep copies of your own files.</p>
<h2>Changes and law</h2>
<p>We tell you of changes to these terms 30 days before they count; if you do not agree you can close your account. The law of the place where the studio is run applies, and rules that protect you as a consumer where you live stay in force.</p>`,
};
