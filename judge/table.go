package judge

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A method is what is done with the calls of one: checks of the state before the call or before its effect,
// and what tracks it.
type method struct{ before, begins, after, ends []func(*step) }

type steps = []func(*step)

// resultChecks are those of each result, and notificationChecks those of each notification.
var (
	resultChecks = []func(*step, *nd2.Result){
		resultKnown, resultOnce, resultType, resultPair, resultQueue, resultStatus, resultSilent, resultLength,
		resultMessage, resultShared, resultOrder, resultAfterFailure, resultDoomed, resultSent, resultAccess, resultReach,
		resultTooEarly, resultRemoved, resultAfterRemoval,
	}
	notificationChecks = steps{notifiedOnce}
)

// methods has the methods that are watched. Others pass.
var methods = completed(map[string]*method{
	calls.AdapterQuery: {
		before: steps{programVersion, givenSize},
		after:  steps{sizeReturned, constantLimits, soundLimits},
		ends:   steps{trackQuery},
	},
	calls.AdapterQueryAddressList:     {before: steps{givenSize, roomToTell}, after: steps{sizeReturned, listedAddresses}},
	calls.AdapterCreateOverlappedFile: {ends: steps{trackCreateFile}},
	calls.AdapterCreateCompletionQueue: {
		before: steps{programDepth, programLimits, createQueueParameters},
		begins: steps{beginOnFile},
		ends:   steps{trackCreateQueue},
	},
	calls.AdapterCreateMemoryRegion: {
		begins: steps{beginOnFile},
		ends:   steps{trackCreateRegion},
	},
	calls.AdapterCreateMemoryWindow: {ends: steps{trackCreateWindow}},
	calls.AdapterCreateSharedReceiveQueue: {
		before: steps{programLimits, createSharedParameters},
		begins: steps{beginOnFile},
		ends:   steps{trackCreateShared},
	},
	calls.AdapterCreateQueuePair: {
		before: steps{programObjects, programQueues, programLimits, createPairParameters},
		begins: steps{beginCreatePair},
		ends:   steps{trackCreatePair},
	},
	calls.AdapterCreateQueuePairWithSrq: {
		before: steps{programObjects, programQueues, programLimits, createSharedPairParameters},
		begins: steps{beginCreatePair},
		ends:   steps{trackCreatePair},
	},
	calls.AdapterCreateConnector: {
		begins: steps{beginOnFile},
		ends:   steps{trackCreateConnector},
	},
	calls.AdapterCreateListener: {
		begins: steps{beginOnFile},
		ends:   steps{trackCreateListener},
	},
	calls.ProviderOpenAdapter:      {ends: steps{trackOpenAdapter}},
	calls.ProviderQueryAddressList: {before: steps{givenSize, roomToTell}, after: steps{sizeReturned, listedAddresses}},
	calls.ProviderResolveAddress:   {ends: steps{trackResolve}},
	calls.CQGetNotifyAffinity:      {before: steps{affinityParameters}},
	calls.CQResize: {
		before: steps{programLimits, resizeParameters},
		after:  steps{resizeRefused, resizeSupported, resizeInvalid},
		ends:   steps{trackResize}, begins: steps{beginResize},
	},
	calls.CQNotify: {
		before: steps{programNotifyType, notifyFailed},
		after:  steps{overrunDepth, programOverrun, quietQueue, announcedAll},
	},
	calls.CQGetResults:         {begins: steps{beginPoll}, after: steps{resultCount}, ends: steps{trackPoll}},
	calls.SRQGetNotifyAffinity: {before: steps{affinityParameters}},
	calls.SRQModify:            {before: steps{programLimits}, begins: steps{beginModify}, ends: steps{trackModify}},
	calls.SRQNotify:            {},
	calls.SRQReceive:           {after: steps{sharedTaken}},
	calls.QPFlush:              {begins: steps{beginFlush}},
	calls.QPSend:               {},
	calls.QPReceive:            {},
	calls.QPBind:               {before: steps{programObjects, programBind, soundBind}, after: steps{bindDenied}},
	calls.QPInvalidate:         {before: steps{programObjects}},
	calls.QPRead:               {},
	calls.QPWrite:              {},
	calls.MRRegister: {
		before: steps{programRights, programRegister, registerParameters},
		begins: steps{beginRegister},
		ends:   steps{trackRegister},
	},
	calls.MRDeregister: {
		before: steps{programDeregister},
		begins: steps{beginDeregister},
		ends:   steps{trackRegister},
		after:  steps{causeOfBusy, stillBound},
	},
	calls.MRGetLocalToken: {before: steps{programToken}, ends: steps{trackLocalToken}},
	calls.MRGetRemoteToken: {
		before: steps{programToken},
		begins: steps{beginRemoteToken}, ends: steps{trackRemoteToken},
	},
	calls.MWGetRemoteToken: {
		before: steps{programWindowToken},
		begins: steps{beginRemoteToken}, ends: steps{trackRemoteToken},
	},
	calls.ConnectorBind: {ends: steps{trackBind}, after: steps{boundTwice, bindRefused}},
	calls.ConnectorConnect: {
		before: steps{
			freshPair, programObjects, programReuse, programPairLeft, programConnect, connectParameters, heldState,
		},
		begins: steps{beginConnect, beginConduct},
		ends:   steps{trackConnect},
		after:  steps{takenBeside, causeOfActive, causeOfAccess, dataRefused, noteConduct},
	},
	calls.ConnectorCompleteConnect: {
		before: steps{programReuse, programComplete, programCompleteOnce, completeState, rejectedState},
		begins: steps{beginComplete},
		after:  steps{noteConduct},
	},
	calls.ConnectorAccept: {
		before: steps{
			freshPair, programObjects, programReuse, programPairLeft, programAcceptAgain, programConnect, connectParameters,
			heldRequest,
		},
		begins: steps{beginConnect},
		ends:   steps{trackConnect},
		after:  steps{causeOfActive, causeOfAccess, dataRefused, noteConduct},
	},
	calls.ConnectorReject: {
		before: steps{programReject, programRejectLate, programRejectData, connectParameters},
		after:  steps{causeOfAccess, dataRefused},
	},
	calls.ConnectorGetReadLimits: {
		before: steps{connectorState, rejectedState, disconnectedState},
		after:  steps{readLimits, heardLimits},
	},
	calls.ConnectorGetPrivateData: {
		before: steps{givenSize, connectorState},
		after:  steps{sizeReturned, heardData},
	},
	calls.ConnectorGetLocalAddress: {
		before: steps{givenSize, connectorState, roomToTell},
		after:  steps{sizeReturned, addressNeeded, localAddress},
		ends:   steps{trackTold},
	},
	calls.ConnectorGetPeerAddress: {
		before: steps{givenSize, connectorState, disconnectedState, roomToTell},
		after:  steps{sizeReturned, addressNeeded, peerAddress},
	},
	calls.ConnectorNotifyDisconnect: {
		before: steps{connectorState, heldByRequest}, after: steps{wasConnected, unanswered, beforeEstablished},
	},
	calls.ConnectorDisconnect: {
		before: steps{connectorState, disconnectedState, rejectedState},
		begins: steps{beginDisconnect},
		after:  steps{unanswered, noteConduct},
	},
	calls.ListenerBind:   {ends: steps{trackBind}, after: steps{boundTwice, bindRefused}},
	calls.ListenerListen: {ends: steps{trackListen}},
	calls.ListenerGetLocalAddress: {
		before: steps{givenSize, listenerAddress, listenerTells},
		after:  steps{sizeReturned, addressNeeded, hasTold, localAddress},
		ends:   steps{trackTold},
	},
	calls.ListenerGetConnectionRequest: {
		before: steps{programObjects, programReuseGiven, programGetRequest, requestConnector},
		begins: steps{beginGetRequest, beginConductRequest},
	},
	calls.GetOverlappedResult: {
		before: steps{programAsk, programAskAlone},
		begins: steps{beginAsk, beginAsking},
		after: steps{
			programDrained, hasWaited, statusStays, hasFailedLater, quietQueue, announcedAll, wasConnected, causeOfAccessLater,
			causeOfBusy, stillBound, causeOfCanceled, beforeEstablished, canceledEnded, overrunDepth, programOverrun,
			releasedTogether, noteConduct,
		},
		ends: steps{trackAsk, endAsking},
	},
	calls.CancelOverlappedRequests: {begins: steps{beginCancel}, after: steps{nothingToCancel}, ends: steps{trackCancel}},
	calls.AddRef:                   {begins: steps{trackAddRef}},
	calls.Release:                  {before: steps{programRelease}, begins: steps{trackRelease}},
	calls.QueryInterface:           {after: steps{queriedInterface}, ends: steps{trackQueryInterface}},
})

// completed adds what methods of a kind have in common.
func completed(table map[string]*method) map[string]*method {
	for name, m := range table {
		if strings.HasPrefix(name, "IND2Adapter::Create") || name == calls.ProviderOpenAdapter ||
			name == calls.QueryInterface {
			m.before = append(m.before, programFile, emptyBefore)
			m.after = append(m.after, createsAsAsked)
			m.ends = append(m.ends, handOn)
		}
		if needsAdapter(name) {
			m.after = append(m.after, cleanupOnly)
		}
		m.before = append(m.before, programAlive)
		if slices.Contains(withOverlapped, name) {
			m.before = append(m.before, programRequest)
			m.begins = append(m.begins, beginRequest)
			m.after = append(m.after, inlineNotified, causeOfCancel, eventReset)
			m.ends = append(m.ends, trackRequest)
		}
		if slices.Contains(posts, name) {
			m.before = append(m.before, countPlaces, unusedPair, postParameters, programPost, programEntries,
				programRequestLimits, programRequestFlags)
			m.after = append(m.after, placeLeft, postRefused, receiveTaken, soundPost)
			m.begins = append(m.begins, beginPost)
			m.ends = append(m.ends, trackPost)
		}
		if slices.Contains(turns, name) {
			m.begins = append(m.begins, beginTurn)
			m.ends = append(m.ends, endTurn)
		}
		if !slices.Contains(withoutStatus, name) && name != calls.QueryInterface {
			m.after = append(m.after, returnedCode, goodParameter, hasFailed, causeOfRemoval)
		}
	}
	return table
}

// needsAdapter reports whether a method is none of those that clean up.
func needsAdapter(name string) bool {
	return strings.HasPrefix(name, "IND2Adapter::") || name == calls.ListenerListen
}

// withOverlapped are the methods that take an OVERLAPPED for a request.
var withOverlapped = []string{
	calls.CQNotify, calls.SRQNotify, calls.MRRegister, calls.MRDeregister, calls.ConnectorConnect,
	calls.ConnectorCompleteConnect, calls.ConnectorAccept, calls.ConnectorNotifyDisconnect, calls.ConnectorDisconnect,
	calls.ListenerGetConnectionRequest,
}

// posts are the methods that post requests.
var posts = []string{
	calls.QPSend, calls.QPReceive, calls.QPBind, calls.QPInvalidate, calls.QPRead, calls.QPWrite, calls.SRQReceive,
}

// withoutStatus are the methods that return no status.
var withoutStatus = []string{
	calls.AddRef, calls.Release, calls.CQGetResults, calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken,
}
